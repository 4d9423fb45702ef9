using System.Globalization;
using System.Text;

namespace Doppel.Reports;

/// <summary>
/// Shows what differs between the copies of a media group: one row per tag with a column per content or, if that would
/// be too wide, one line per value.
/// </summary>
/// <remarks>Not thread-safe. One instance serves all groups of a report.</remarks>
/// <param name="output">The output.</param>
/// <param name="terminalColumns">The number of columns that lines are cut to; null for text that is not cut.</param>
internal sealed class MediaDifferences(Utf8Output output, int? terminalColumns = null)
{
    private const int TableColumnsMax = 100;
    private const int ValueCharactersMax = 200;
    private const string Absent = "-";

    private readonly Dictionary<int, int> _columns = [];
    private readonly Dictionary<string, Row> _byName = [];
    private readonly List<ReportMediaCopy> _contents = [];
    private readonly List<string> _heads = [];
    private readonly List<Row> _rows = [];
    private readonly List<int> _widths = [];

    /// <summary>Writes the lines.</summary>
    /// <param name="copies">The copies in the order in which they are listed; they are numbered from 1.</param>
    public void Write(IReadOnlyList<ReportMediaCopy> copies)
    {
        _contents.Clear();
        _heads.Clear();
        _rows.Clear();
        GatherContents(copies);
        GatherRows();
        _rows.RemoveAll(static row => !row.Differs());
        if (_rows.Count > 0)
        {
            Write();
        }
    }

    private void GatherContents(IReadOnlyList<ReportMediaCopy> copies)
    {
        _columns.Clear();
        for (int i = 0; i < copies.Count; i++)
        {
            string number = (i + 1).ToString(CultureInfo.InvariantCulture);
            if (copies[i].Content >= 0 && _columns.TryGetValue(copies[i].Content, out int column))
            {
                _heads[column] += "," + number;
                continue;
            }

            _columns[copies[i].Content] = _contents.Count;
            _contents.Add(copies[i]);
            _heads.Add(number);
        }
    }

    private void GatherRows()
    {
        Row sizes = AddRow("file size");
        _byName.Clear();
        for (int column = 0; column < _contents.Count; column++)
        {
            ReportMediaCopy copy = _contents[column];
            sizes.Values[column] = copy.Size < 0
                ? Absent
                : string.Create(CultureInfo.InvariantCulture, $"{copy.Size:N0} B");
            for (int i = 0; i < copy.Tags.Count; i++)
            {
                ReportTag tag = copy.Tags[i];
                if (!_byName.TryGetValue(tag.Name, out Row? row))
                {
                    row = AddRow(Shown(tag.Name));
                    _byName.Add(tag.Name, row);
                }

                row.Values[column] = Shown(tag.Values.Count == 1 ? tag.Values[0] : string.Join("; ", tag.Values));
            }
        }
    }

    private Row AddRow(string name)
    {
        var row = new Row(name, new string[_contents.Count]);
        Array.Fill(row.Values, Absent);
        _rows.Add(row);
        return row;
    }

    // Tags come from untrusted sources, so they are always made safe for display.
    private static string Shown(string text)
    {
        if (!text.AsSpan().ContainsAnyExceptInRange(' ', '~') && !text.Contains('\\', StringComparison.Ordinal))
        {
            return text;
        }

        var shown = new Utf8Output(Stream.Null, (text.Length * 12) + 16);
        ShownName.Write(shown, Encoding.UTF8.GetBytes(text));
        return Encoding.UTF8.GetString(shown.Pending);
    }

    private static string Cut(string value)
    {
        if (value.Length <= ValueCharactersMax)
        {
            return value;
        }

        int end = char.IsHighSurrogate(value[ValueCharactersMax - 1]) ? ValueCharactersMax - 1 : ValueCharactersMax;
        return string.Concat(value.AsSpan(0, end), "…");
    }

    private void Write()
    {
        int nameWidth = 0;
        foreach (Row row in _rows)
        {
            row.Cut();
            nameWidth = Math.Max(nameWidth, TextColumns.Of(row.Name));
        }

        _widths.Clear();
        long all = nameWidth;
        for (int column = 0; column < _heads.Count; column++)
        {
            int width = _heads[column].Length;
            foreach (Row row in _rows)
            {
                width = Math.Max(width, TextColumns.Of(row.Values[column]));
            }

            _widths.Add(width);
            all += 2L + width;
        }

        if (all <= (terminalColumns - TextMediaLines.Difference.Length ?? TableColumnsMax))
        {
            WriteRow(new Row("", [.. _heads]), nameWidth);
            _rows.ForEach(row => WriteRow(row, nameWidth));
        }
        else
        {
            _rows.ForEach(WriteLines);
        }
    }

    // Without trailing spaces.
    private void WriteRow(Row row, int nameWidth)
    {
        int last = Array.FindLastIndex(row.Values, static value => !string.IsNullOrWhiteSpace(value));
        output.Write(TextMediaLines.Difference);
        output.WriteText(row.Name);
        int spaces = nameWidth - TextColumns.Of(row.Name);
        for (int column = 0; column <= last; column++)
        {
            output.WriteSpaces(spaces + 2);
            string value = row.Values[column];
            output.WriteText(column < last ? value : value.TrimEnd());
            spaces = _widths[column] - TextColumns.Of(value);
        }

        output.Write((byte)'\n');
    }

    private void WriteLines(Row row)
    {
        foreach (IGrouping<string, int> same in Enumerable.Range(0, row.Values.Length).GroupBy(i => row.Values[i]))
        {
            output.Write(TextMediaLines.Difference);
            string line = $"{row.Name} ({string.Join(",", same.Select(i => _heads[i]))}): {same.Key}";
            output.WriteText(terminalColumns is { } columns
                ? ShortText.Begin(line, columns - TextMediaLines.Difference.Length)
                : line);
            output.Write((byte)'\n');
        }
    }

    /// <summary>The values of all contents under one name.</summary>
    private sealed class Row(string name, string[] values)
    {
        internal string Name => name;

        internal string[] Values => values;

        internal bool Differs() => Array.Exists(values, value => value != values[0]);

        // Called after the comparison, so that values that differ only past the cut still have a row.
        internal void Cut()
        {
            for (int i = 0; i < values.Length; i++)
            {
                values[i] = MediaDifferences.Cut(values[i]);
            }
        }
    }
}

using System.Globalization;
using System.Text;
using Doppel.Reports.Shared;

namespace Doppel.Reports.Text;

/// <summary>
/// Tells what differs between the copies of a media group: a row for each tag with a column for each content, or where
/// that would be too wide a line for each value.
/// </summary>
internal sealed class MediaDifferences
{
    private const int ColumnsMax = 100;
    private const int ValueCharactersMax = 200;
    private const string Absent = "-";

    private readonly Utf8Output _output;
    private readonly List<ReportMediaCopy> _contents = [];
    private readonly List<string> _heads = [];
    private readonly List<(string Name, string[] Values)> _rows = [];

    private MediaDifferences(Utf8Output output, IReadOnlyList<ReportMediaCopy> copies)
    {
        _output = output;
        GatherContents(copies);
        GatherRows();
    }

    /// <summary>Writes the lines.</summary>
    /// <param name="output">Where to.</param>
    /// <param name="copies">The copies that are listed, in their order; they are numbered from 1.</param>
    public static void Write(Utf8Output output, IReadOnlyList<ReportMediaCopy> copies)
    {
        var differences = new MediaDifferences(output, copies);
        if (differences._rows.Count > 0)
        {
            differences.Write();
        }
    }

    private void GatherContents(IReadOnlyList<ReportMediaCopy> copies)
    {
        var numbers = new Dictionary<int, int>();
        for (int i = 0; i < copies.Count; i++)
        {
            string number = (i + 1).ToString(CultureInfo.InvariantCulture);
            if (copies[i].Content >= 0 && numbers.TryGetValue(copies[i].Content, out int column))
            {
                _heads[column] += "," + number;
                continue;
            }

            numbers[copies[i].Content] = _contents.Count;
            _contents.Add(copies[i]);
            _heads.Add(number);
        }
    }

    private void GatherRows()
    {
        AddRow("file size", copy => copy.Size < 0
            ? Absent
            : string.Create(CultureInfo.InvariantCulture, $"{copy.Size:N0} B"));
        var names = new List<string>();
        var known = new HashSet<string>();
        foreach (ReportMediaCopy copy in _contents)
        {
            foreach (ReportTag tag in copy.Tags)
            {
                if (known.Add(tag.Name))
                {
                    names.Add(tag.Name);
                }
            }
        }

        foreach (string name in names)
        {
            AddRow(Shown(name), copy => Value(copy, name));
        }
    }

    // Compared before they are cut, so that what differs behind the cut has its row too.
    private void AddRow(string name, Func<ReportMediaCopy, string> value)
    {
        string[] values = [.. _contents.Select(value)];
        if (Array.Exists(values, other => other != values[0]))
        {
            _rows.Add((name, [.. values.Select(Cut)]));
        }
    }

    private static string Value(ReportMediaCopy copy, string name)
    {
        ReportTag? tag = copy.Tags.FirstOrDefault(tag => tag.Name == name);
        return tag is null ? Absent : Shown(string.Join("; ", tag.Values));
    }

    // Tags come from anywhere, so they are made safe to look at wherever they go.
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
        int nameWidth = _rows.Max(row => Width(row.Name));
        int[] widths = [.. _heads.Select((head, i) => _rows.Max(row => Math.Max(Width(row.Values[i]), head.Length)))];
        if (nameWidth + widths.Sum(width => width + 2L) <= ColumnsMax)
        {
            WriteRow("", [.. _heads], nameWidth, widths);
            _rows.ForEach(row => WriteRow(row.Name, row.Values, nameWidth, widths));
        }
        else
        {
            _rows.ForEach(WriteLines);
        }
    }

    private void WriteRow(string name, string[] values, int nameWidth, int[] widths)
    {
        var line = new StringBuilder(name).Append(' ', nameWidth - Width(name));
        for (int i = 0; i < values.Length; i++)
        {
            line.Append("  ").Append(values[i]).Append(' ', widths[i] - Width(values[i]));
        }

        WriteLine(line.ToString().TrimEnd());
    }

    private void WriteLines((string Name, string[] Values) row)
    {
        foreach (IGrouping<string, int> same in Enumerable.Range(0, row.Values.Length).GroupBy(i => row.Values[i]))
        {
            WriteLine($"{row.Name} ({string.Join(",", same.Select(i => _heads[i]))}): {same.Key}");
        }
    }

    private void WriteLine(string text)
    {
        _output.Write(TextMediaLines.Difference);
        _output.Write(Encoding.UTF8.GetBytes(text));
        _output.Write((byte)'\n');
    }

    private static int Width(string text)
    {
        if (Ascii.IsValid(text))
        {
            return text.Length;
        }

        int width = 0;
        foreach (Rune rune in text.EnumerateRunes())
        {
            width += Rune.GetUnicodeCategory(rune) is UnicodeCategory.NonSpacingMark ? 0 : 1;
        }

        return width;
    }
}

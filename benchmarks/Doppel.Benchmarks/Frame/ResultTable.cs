using System.Text;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Frame;

/// <summary>A table of results: free ones by <see cref="AddRow"/>, measured rows by <see cref="Of"/>.</summary>
internal sealed class ResultTable(string title, params Column[] columns) : IPageItem
{
    private readonly List<string[]> _rows = [];
    private readonly List<string> _footnotes = [];

    /// <summary>The heading above it, unique within its suite.</summary>
    public string Title { get; } = title;

    /// <summary>Its columns.</summary>
    public IReadOnlyList<Column> Columns { get; } = columns;

    /// <summary>Its rows, as they are shown.</summary>
    public IReadOnlyList<IReadOnlyList<string>> Rows => _rows;

    /// <summary>What the judge says of it; null where nothing is judged.</summary>
    public Verdict? Verdict { get; init; }

    /// <summary>
    /// A table of measured rows with the judge's outcome; published rows stand where they were given.
    /// </summary>
    public static ResultTable Of(string title, IReadOnlyList<Row> rows, params string[] footnotes)
    {
        ResultTable table = RowTable.Build(title, rows, Judge.Of(rows, Machine.Cores));
        foreach (string footnote in footnotes)
        {
            table.AddFootnote(footnote);
        }

        return table;
    }

    /// <summary>Adds a row of as many cells as there are columns.</summary>
    public ResultTable AddRow(params string[] cells)
    {
        if (cells.Length != Columns.Count)
        {
            throw new ArgumentException($"{Title} has {Columns.Count} columns, and this row {cells.Length} cells.");
        }

        _rows.Add(cells);
        return this;
    }

    /// <summary>Adds a sentence below the table.</summary>
    public ResultTable AddFootnote(string markdown)
    {
        _footnotes.Add(markdown);
        return this;
    }

    public string ToMarkdown(IPageFiles files)
    {
        var text = new StringBuilder();
        text.Append($"<a id=\"{Slug.Of(Title)}\"></a>\n\n### {Title}\n\n");
        if (Verdict is not null)
        {
            text.Append($"{Verdict.Sentence}\n\n");
        }

        text.Append($"| {string.Join(" | ", Columns.Select(column => Escape(column.Heading)))} |\n");
        text.Append($"|{string.Concat(Columns.Select((_, i) => IsOfNumbers(i) ? "---:|" : "---|"))}\n");
        foreach (string[] row in _rows)
        {
            text.Append($"| {string.Join(" | ", row.Select(Escape))} |\n");
        }

        foreach (string footnote in _footnotes)
        {
            text.Append($"\n{footnote}\n");
        }

        return text.ToString().TrimEnd('\n');
    }

    private bool IsOfNumbers(int column) =>
        _rows.Count > 0 && _rows.All(row => row[column].Length == 0 || row[column].Any(char.IsDigit))
        && _rows.All(row => !row[column].Any(char.IsLetter) || char.IsDigit(row[column].TrimStart('*')[0]));

    private static string Escape(string cell) =>
        cell.Replace("|", "\\|", StringComparison.Ordinal).Replace('\n', ' ');
}

using System.Text;

namespace Doppel.Cli;

/// <summary>Renders rows for a person or for a program.</summary>
internal static class TextTable
{
    /// <summary>
    /// Returns a table with a heading on a terminal, whose rows become several lines if it is too narrow, and lines
    /// with tab-separated cells and no heading elsewhere.
    /// </summary>
    internal static string Of(Terminal terminal, IReadOnlyList<string> heading, IReadOnlyList<string[]> rows)
    {
        if (!terminal.IsTerminal)
        {
            return string.Concat(rows.Select(static row => string.Join('\t', row) + "\n"));
        }

        IReadOnlyList<IReadOnlyList<string>> all = rows.Count == 0 ? [] : [heading, .. rows];
        int[] widths = [.. heading.Select((_, i) => all.Select(row => row[i].Length).DefaultIfEmpty().Max())];
        if (widths.Sum() + (2 * (widths.Length - 1)) <= terminal.Columns)
        {
            return string.Concat(all.Select(row =>
                string.Join("  ", row.Select((cell, i) => cell.PadRight(widths[i]))).TrimEnd() + "\n"));
        }

        var text = new StringBuilder();
        foreach (string[] row in rows)
        {
            StackedRow.Append(text, heading, row);
        }

        return text.ToString();
    }
}

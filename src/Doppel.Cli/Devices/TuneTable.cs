using System.Text;

namespace Doppel.Cli;

/// <summary>
/// Renders the results of <c>doppel tune</c> for people: one table per cache state, followed by the recommendation.
/// </summary>
internal static class TuneTable
{
    private const int TextColumns = 79;

    /// <summary>Returns all lines.</summary>
    /// <param name="figures">The results.</param>
    /// <param name="columns">The number of columns of the terminal.</param>
    internal static string Render(TuneFigures figures, int columns)
    {
        var text = new StringBuilder();
        foreach (string set in figures.Sets)
        {
            text.Append(set).Append('\n');
        }

        foreach (IReadOnlyList<string[]> table in figures.Tables)
        {
            text.Append('\n');
            AppendTable(text, table, columns);
        }

        text.Append('\n').Append(figures.Best ?? "No recommendation.").Append('\n');
        int width = Math.Min(TextColumns, columns - 1) - 2;
        foreach (string line in figures.Reasons.SelectMany(reason => Wrapped.Lines(reason, width)))
        {
            text.Append("  ").Append(line).Append('\n');
        }

        return text.ToString();
    }

    private static void AppendTable(StringBuilder text, IReadOnlyList<string[]> rows, int columns)
    {
        int[] widths = [.. Enumerable.Range(0, rows[0].Length).Select(i => rows.Max(row => row[i].Length))];
        if (widths.Sum() + (2 * (widths.Length - 1)) > columns)
        {
            text.Append(rows[0][0]).Append('\n');
            foreach (string[] row in rows.Skip(1))
            {
                StackedRow.Append(text, rows[0], row);
            }

            return;
        }

        foreach (string[] row in rows)
        {
            text.Append(row[0].PadRight(widths[0]));
            for (int i = 1; i < row.Length; i++)
            {
                text.Append("  ").Append(row[i].PadLeft(widths[i]));
            }

            text.Append('\n');
        }
    }
}

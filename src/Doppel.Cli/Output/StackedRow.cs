using System.Text;

namespace Doppel.Cli;

/// <summary>Renders a row of a table that is wider than the terminal: one line for each cell.</summary>
internal static class StackedRow
{
    /// <summary>Appends the first cell, and below it every other cell with its heading.</summary>
    internal static void Append(StringBuilder text, IReadOnlyList<string> headings, IReadOnlyList<string> cells)
    {
        text.Append(cells[0]).Append('\n');
        for (int i = 1; i < cells.Count; i++)
        {
            text.Append("  ").Append(headings[i]).Append(": ").Append(cells[i].Trim()).Append('\n');
        }
    }
}

using System.Text;

namespace Doppel.CommandLine;

/// <summary>Provides helpers shared by all help formats.</summary>
internal static class HelpText
{
    /// <summary>The minimum width of help, in columns.</summary>
    internal const int ColumnsMin = 20;

    // A second column narrower than this is hard to read, so its text goes below the first column instead.
    private const int SecondColumnMin = 36;
    private const int BelowIndent = 6;

    /// <summary>Returns the heading of a category.</summary>
    internal static string Heading(OptionCategory category) => category switch
    {
        OptionCategory.Files => "Filters",
        OptionCategory.Groups => "Groups",
        OptionCategory.Keeping => "Which copies to keep",
        OptionCategory.Acting => "What to do",
        OptionCategory.Links => "Links",
        OptionCategory.Server => "Server",
        OptionCategory.Objects => "Objects",
        OptionCategory.Measuring => "Measuring",
        OptionCategory.Output => "Output",
        OptionCategory.Running => "Running",
        _ => "Help",
    };

    /// <summary>Returns the width of help on a terminal: one column less than the terminal has, at most 79.</summary>
    internal static int WidthFor(int terminalColumns) =>
        Math.Clamp(terminalColumns - 1, ColumnsMin, Wrapped.ColumnsMax);

    /// <summary>
    /// Returns the summary of a command family: the summary of its only command, or the second words of its commands.
    /// </summary>
    internal static string SummaryOf(IGrouping<string, CommandDefinition> family) => family.Count() == 1
        ? family.First().Summary
        : string.Join(", ", family.Select(command => command.Words[1]));

    /// <summary>
    /// Returns the column at which the summaries of a list start; 0 if they go below the names for lack of space.
    /// </summary>
    /// <param name="rows">The names, with their indentation, and their summaries.</param>
    /// <param name="columns">The maximum width.</param>
    internal static int SecondColumn(IReadOnlyList<(string Name, string Summary)> rows, int columns)
    {
        int start = rows.Max(static row => row.Name.Length) + 2;
        bool fits = start + rows.Max(static row => row.Summary.Length) <= columns;
        return fits || columns - start >= SecondColumnMin ? start : 0;
    }

    /// <summary>Appends a name and its summary, side by side or one below the other.</summary>
    /// <param name="help">The builder to append to.</param>
    /// <param name="row">The name, with its indentation, and the summary.</param>
    /// <param name="start">The column at which the summary starts; 0 to put it below the name.</param>
    /// <param name="columns">The maximum width.</param>
    internal static void AppendRow(StringBuilder help, (string Name, string Summary) row, int start, int columns)
    {
        if (start == 0)
        {
            help.Append("  ").Append(row.Name.TrimStart()).Append('\n');
            Wrapped.Append(help, row.Summary, BelowIndent, columns: columns);
            return;
        }

        int at = help.Length;
        Wrapped.Append(help, row.Summary, start, columns: columns);
        help.Remove(at, row.Name.Length).Insert(at, row.Name);
    }

    /// <summary>Returns the full description of an option: its text and the option that reverses it.</summary>
    internal static string TextOf(OptionDefinition option)
    {
        string text = option.Text;
        return option.Negation is null || text.Contains("--" + option.Negation, StringComparison.Ordinal)
            ? text
            : text + $"\n\n--{option.Negation} reverses it.";
    }
}

/// <summary>Builds text line by line.</summary>
internal static class HelpLines
{
    /// <summary>Appends one or more lines and a final LF.</summary>
    internal static StringBuilder Line(this StringBuilder text, string line) => text.Append(line).Append('\n');
}

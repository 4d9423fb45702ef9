using System.Text;

namespace Doppel.Cli;

/// <summary>Provides helpers shared by all help formats.</summary>
internal static class HelpText
{
    /// <summary>The maximum width of help, in columns.</summary>
    internal const int ColumnsMax = 79;

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

    /// <summary>
    /// Returns the summary of a command family: the summary of its only command, or the second words of its commands.
    /// </summary>
    internal static string SummaryOf(IGrouping<string, CommandDefinition> family) => family.Count() == 1
        ? family.First().Summary
        : string.Join(", ", family.Select(command => command.Words[1]));

    /// <summary>Returns the paragraphs of a text, each as one line.</summary>
    internal static IEnumerable<string> Paragraphs(string text) => text.ReplaceLineEndings("\n")
        .Split("\n\n", StringSplitOptions.RemoveEmptyEntries)
        .Select(paragraph => string.Join(' ', paragraph.Split('\n').Select(line => line.Trim())).Trim());

    /// <summary>Appends a text, wrapped into lines and with its paragraphs kept.</summary>
    /// <param name="help">The builder to append to.</param>
    /// <param name="text">The text.</param>
    /// <param name="indent">The number of spaces before each line.</param>
    /// <param name="hanging">The number of additional spaces before each line of a paragraph except the first.</param>
    internal static void AppendWrapped(StringBuilder help, string text, int indent, int hanging = 0)
    {
        bool first = true;
        foreach (string paragraph in Paragraphs(text))
        {
            if (!first)
            {
                help.Append('\n');
            }

            first = false;
            int before = indent;
            foreach (string line in Wrap(paragraph, ColumnsMax - indent - hanging))
            {
                help.Append(' ', before).Append(line).Append('\n');
                before = indent + hanging;
            }
        }
    }

    /// <summary>Returns the full description of an option: its text and the option that reverses it.</summary>
    internal static string TextOf(OptionDefinition option)
    {
        string text = option.Text;
        return option.Negation is null || text.Contains("--" + option.Negation, StringComparison.Ordinal)
            ? text
            : text + $"\n\n--{option.Negation} reverses it.";
    }

    private static IEnumerable<string> Wrap(string paragraph, int width)
    {
        var line = new StringBuilder();
        foreach (string word in paragraph.Split(' '))
        {
            if (line.Length > 0 && line.Length + 1 + word.Length > width)
            {
                yield return line.ToString();
                line.Clear();
            }

            line.Append(line.Length > 0 ? " " : "").Append(word);
        }

        yield return line.ToString();
    }
}

/// <summary>Builds text line by line.</summary>
internal static class TextLines
{
    /// <summary>Appends one or more lines and a final LF.</summary>
    internal static StringBuilder Line(this StringBuilder text, string line) => text.Append(line).Append('\n');
}

using System.Text;

namespace Doppel.Cli;

/// <summary>Generates the option tables in docs/command-line.md. A test checks that the file is up to date.</summary>
internal static class OptionMarkdown
{
    /// <summary>
    /// Returns the option tables: for doppel find, a heading and a table for each category; for each other command
    /// family, one table with the options that doppel find does not have.
    /// </summary>
    internal static string Render(CommandTable table)
    {
        var text = new StringBuilder();
        IEnumerable<OptionDefinition> options = table.Main.AllOptions;
        foreach (IGrouping<OptionCategory, OptionDefinition> group in options.GroupBy(option => option.Category))
        {
            AppendTable(text, HelpText.Heading(group.Key), group);
        }

        foreach (IGrouping<string, CommandDefinition> family in table.Families)
        {
            OptionDefinition[] own =
                [.. family.SelectMany(command => command.Options).Distinct().Except(table.Main.Options)];
            if (own.Length > 0)
            {
                AppendTable(text, $"Only doppel {family.Key}", own, option => Owners(family, option));
            }
        }

        text.Line("### Exit codes\n").Line("| code | meaning |").Line("| --- | --- |");
        foreach ((ExitCode code, string meaning) in ExitCodeText.All)
        {
            text.Line($"| {(int)code} | {Escape(meaning)} |");
        }

        return text.ToString();
    }

    /// <summary>Returns which commands of a family have an option; an empty string if all of them do.</summary>
    private static string Owners(IGrouping<string, CommandDefinition> family, OptionDefinition option)
    {
        string[] words =
            [.. family.Where(command => command.Options.Contains(option)).Select(command => command.Words[^1])];
        return words.Length == family.Count() ? "" : $"Only {string.Join(", ", words)}: ";
    }

    private static void AppendTable(
        StringBuilder text, string heading, IEnumerable<OptionDefinition> options,
        Func<OptionDefinition, string>? ownersOf = null)
    {
        text.Line($"### {heading}\n");
        text.Line("| option | reversed by | meaning |").Line("| --- | --- | --- |");
        foreach (OptionDefinition option in options)
        {
            string undone = option.Negation is null ? "" : $"`--{option.Negation}`";
            string meaning = string.Join("<br>", Wrapped.Paragraphs(option.Text).Select(Escape));
            text.Line($"| `{option.Syntax}` | {undone} | {ownersOf?.Invoke(option)}{meaning} |");
        }

        text.Line("");
    }

    private static string Escape(string text) => text.Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("|", "\\|", StringComparison.Ordinal).Replace("*", "\\*", StringComparison.Ordinal)
        .Replace("<", "&lt;", StringComparison.Ordinal).Replace("_", "\\_", StringComparison.Ordinal);
}

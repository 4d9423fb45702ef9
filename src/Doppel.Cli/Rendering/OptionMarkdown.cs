using System.Text;
using Doppel.Cli.Commands;
using Doppel.Cli.Options;

namespace Doppel.Cli.Rendering;

/// <summary>The tables of flags in docs/command-line.md, which a test keeps equal to this.</summary>
internal static class OptionMarkdown
{
    /// <summary>
    /// For doppel find a heading and a table for each category, for other commands a table of what only they have.
    /// </summary>
    internal static string Render()
    {
        var text = new StringBuilder();
        IEnumerable<OptionDefinition> options = CommandTable.Find.AllOptions;
        foreach (IGrouping<OptionCategory, OptionDefinition> group in options.GroupBy(option => option.Category))
        {
            AppendTable(text, HelpText.Heading(group.Key), group);
        }

        foreach (CommandDefinition command in CommandTable.All)
        {
            OptionDefinition[] own = [.. command.Options.Except(CommandTable.Find.Options)];
            if (own.Length > 0)
            {
                AppendTable(text, $"Only doppel {command.Name}", own);
            }
        }

        text.Line("### Exit codes\n").Line("| code | meaning |").Line("| --- | --- |");
        foreach ((ExitCode code, string meaning) in ExitCodeText.All)
        {
            text.Line($"| {(int)code} | {Escape(meaning)} |");
        }

        return text.ToString();
    }

    private static void AppendTable(StringBuilder text, string heading, IEnumerable<OptionDefinition> options)
    {
        text.Line($"### {heading}\n");
        text.Line("| flag | undone by | meaning |").Line("| --- | --- | --- |");
        foreach (OptionDefinition option in options)
        {
            string undone = option.Negation is null ? "" : $"`--{option.Negation}`";
            string meaning = string.Join("<br>", HelpText.Paragraphs(option.Text).Select(Escape));
            text.Line($"| `{option.Syntax}` | {undone} | {meaning} |");
        }

        text.Line("");
    }

    private static string Escape(string text) => text.Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("|", "\\|", StringComparison.Ordinal).Replace("*", "\\*", StringComparison.Ordinal)
        .Replace("<", "&lt;", StringComparison.Ordinal).Replace("_", "\\_", StringComparison.Ordinal);
}

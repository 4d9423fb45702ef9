using System.Text;
using Doppel.Cli.Commands;
using Doppel.Cli.Options;

namespace Doppel.Cli.Rendering;

/// <summary>The table of flags in docs/command-line.md, which a test keeps equal to this.</summary>
internal static class OptionMarkdown
{
    /// <summary>A heading and a table for each category.</summary>
    internal static string Render()
    {
        var text = new StringBuilder();
        IEnumerable<OptionDefinition> options = CommandTable.Find.AllOptions;
        foreach (IGrouping<OptionCategory, OptionDefinition> group in options.GroupBy(option => option.Category))
        {
            text.Line($"### {HelpText.Heading(group.Key)}\n");
            text.Line("| flag | undone by | meaning |").Line("| --- | --- | --- |");
            foreach (OptionDefinition option in group)
            {
                string undone = option.Negation is null ? "" : $"`--{option.Negation}`";
                string meaning = string.Join("<br>", HelpText.Paragraphs(option.Text).Select(Escape));
                text.Line($"| `{option.Syntax}` | {undone} | {meaning} |");
            }

            text.Line("");
        }

        text.Line("### Exit codes\n").Line("| code | meaning |").Line("| --- | --- |");
        foreach ((ExitCode code, string meaning) in ExitCodeText.All)
        {
            text.Line($"| {(int)code} | {Escape(meaning)} |");
        }

        return text.ToString();
    }

    private static string Escape(string text) => text.Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("|", "\\|", StringComparison.Ordinal).Replace("*", "\\*", StringComparison.Ordinal)
        .Replace("<", "&lt;", StringComparison.Ordinal).Replace("_", "\\_", StringComparison.Ordinal);
}

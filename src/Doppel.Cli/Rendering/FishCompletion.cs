using System.Text;

namespace Doppel.Cli;

/// <summary>Generates completions for fish.</summary>
internal static class FishCompletion
{
    private const string Head = """
        # Completions of doppel for fish, written by "doppel generate completions fish".
        function __doppel_is
            set -l words (commandline -opc)
            set -e words[1]
            set -l first (string join ' ' -- $words[1..(count $argv)])
            test "$first" = "$argv"
        end
        function __doppel_needs
            set -l words (commandline -opc)
            set -e words[1]
            test "$words" = "$argv"
        end
        complete -c doppel -f

        """;

    /// <summary>Returns the script.</summary>
    internal static string Render(CommandTable table)
    {
        var script = new StringBuilder(Head);
        foreach (IGrouping<string, CommandDefinition> family in table.Families)
        {
            AppendWord(script, "__doppel_needs", family.Key, HelpText.SummaryOf(family));
            foreach (CommandDefinition command in family.Where(command => command.Words.Count > 1))
            {
                AppendWord(script, "__doppel_needs " + family.Key, command.Words[1], command.Summary);
            }
        }

        foreach (OptionDefinition option in HelpOptions.All)
        {
            AppendOption(script, "", option);
        }

        foreach (CommandDefinition command in table.All)
        {
            string where = $" -n {Quoted("__doppel_is " + command.Name)}";
            script.Line($"complete -c doppel{where}{Operand(command.OperandCompletion, command.OperandChoices)}");
            foreach (OptionDefinition option in command.Options)
            {
                AppendOption(script, where, option);
            }
        }

        return script.ToString();
    }

    private static void AppendWord(StringBuilder script, string condition, string word, string summary) =>
        script.Line($"complete -c doppel -n {Quoted(condition)} -a {word} -d {Quoted(summary)}");

    private static void AppendOption(StringBuilder script, string where, OptionDefinition option)
    {
        string letter = option.Short == '\0' ? "" : $" -s {option.Short}";
        string value = option.TakesValue ? Value(option.Completion, option.Choices) : "";
        script.Line($"complete -c doppel{where}{letter} -l {option.Name}{value} -d {Quoted(option.Summary)}");
        if (option.Negation is not null)
        {
            script.Line($"complete -c doppel{where} -l {option.Negation} -d {Quoted("Undo --" + option.Name)}");
        }
    }

    private static string Value(ValueCompletion completion, IReadOnlyList<string> choices) => completion switch
    {
        ValueCompletion.File => " -r -F",
        ValueCompletion.None => " -x",
        _ => " -x" + Offers(completion, choices),
    };

    private static string Operand(ValueCompletion completion, IReadOnlyList<string> choices) => completion switch
    {
        ValueCompletion.File => " -F",
        ValueCompletion.None => " -f",
        _ => " -f" + Offers(completion, choices),
    };

    private static string Offers(ValueCompletion completion, IReadOnlyList<string> choices) => completion switch
    {
        ValueCompletion.Profile => " -a '(doppel profile list 2>/dev/null)'",
        ValueCompletion.SavedVolume => " -a '(doppel catalog list 2>/dev/null | cut -f 1)'",
        _ => $" -a {Quoted(string.Join(' ', choices))}",
    };

    private static string Quoted(string text) => "'" + text
        .Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "\\'", StringComparison.Ordinal) + "'";
}

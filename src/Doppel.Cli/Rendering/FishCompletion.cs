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
        function __doppel_roots
            string match -qr '^(--?[a-z]+=)?c' -- (commandline -ct)
            and doppel generate values volumes 2>/dev/null | string replace -r '^' catalog:
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
        ValueCompletion.Root => " -r -F -a '(__doppel_roots)'",
        ValueCompletion.None => " -x",
        _ => " -x" + Offers(completion, choices),
    };

    private static string Operand(ValueCompletion completion, IReadOnlyList<string> choices) => completion switch
    {
        ValueCompletion.File => " -F",
        ValueCompletion.Root => " -F -a '(__doppel_roots)'",
        ValueCompletion.None => " -f",
        _ => " -f" + Offers(completion, choices),
    };

    private static string Offers(ValueCompletion completion, IReadOnlyList<string> choices)
    {
        string values = CompletionKinds.WordOf(completion) is { } kind
            ? $" (doppel generate values {kind} 2>/dev/null)"
            : "";
        return " -a " + Quoted((string.Join(' ', choices) + values).Trim());
    }

    private static string Quoted(string text) => "'" + text
        .Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "\\'", StringComparison.Ordinal) + "'";
}

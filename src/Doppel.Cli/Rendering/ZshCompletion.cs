using System.Text;

namespace Doppel.Cli;

/// <summary>Generates completions for zsh.</summary>
internal static class ZshCompletion
{
    private const string Head = """
        #compdef doppel
        # Completions of doppel for zsh, written by "doppel generate completions zsh".
        _doppel_values() {
            local -a values
            values=("${@:2}" ${(f)"$(doppel generate values $1 2>/dev/null)"})
            values=("${(@)values/$'\t'/:}")
            _describe -V value values
        }
        _doppel_roots() {
            local ret=1
            local -a volumes
            _files && ret=0
            if [[ $PREFIX == c* ]]; then
                volumes=(catalog:${(f)^"$(doppel generate values volumes 2>/dev/null)"})
                compadd -a volumes && ret=0
            fi
            return ret
        }

        """;

    // zsh calls a file of $fpath as the function; if the file is sourced, it has to be registered.
    private const string Tail = """
        if [[ $funcstack[1] == _doppel ]]; then
            _doppel "$@"
        else
            (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -D -i }
            compdef _doppel doppel
        fi

        """;

    /// <summary>Returns the script.</summary>
    internal static string Render(CommandTable table)
    {
        var script = new StringBuilder(Head);
        script.Line("_doppel() {").Line("    local -a commands").Line("    if ((CURRENT == 2)); then");
        AppendWords(script, "        ", table.Families.Select(family => (family.Key, HelpText.SummaryOf(family))));
        script.Line($"        _arguments {Spec(HelpOptions.Version)} {Spec(HelpOptions.Short)}");
        script.Line("        return").Line("    fi").Line("    case ${words[2]} in");
        foreach (IGrouping<string, CommandDefinition> family in table.Families)
        {
            script.Line($"        {family.Key})");
            AppendFamily(script, family);
            script.Line("            ;;");
        }

        return script.Line("    esac").Line("}").Append(Tail).ToString();
    }

    private static void AppendFamily(StringBuilder script, IGrouping<string, CommandDefinition> family)
    {
        if (family.First().Words.Count == 1)
        {
            AppendArguments(script, "            ", family.First());
            return;
        }

        script.Line("            if ((CURRENT == 3)); then");
        AppendWords(script, "                ", family.Select(command => (command.Words[1], command.Summary)));
        script.Line("                return").Line("            fi").Line("            case ${words[3]} in");
        foreach (CommandDefinition command in family)
        {
            script.Line($"                {command.Words[1]})");
            AppendArguments(script, "                    ", command);
            script.Line("                    ;;");
        }

        script.Line("            esac");
    }

    private static void AppendWords(StringBuilder script, string indent, IEnumerable<(string, string)> words)
    {
        script.Line(indent + "commands=(");
        foreach ((string word, string summary) in words)
        {
            script.Line($"{indent}    {Quoted($"{word}:{summary}")}");
        }

        script.Line(indent + ")").Line(indent + "_describe command commands");
    }

    private static void AppendArguments(StringBuilder script, string indent, CommandDefinition command)
    {
        // Remove the words of the command name, so that _arguments sees only what follows.
        script.Line($"{indent}shift {command.Words.Count} words");
        script.Line($"{indent}((CURRENT -= {command.Words.Count}))");
        script.Line($"{indent}_arguments -s -S \\");
        foreach (OptionDefinition option in command.AllOptions)
        {
            script.Line($"{indent}    {Spec(option)} \\");
            if (option.Negation is not null)
            {
                script.Line($"{indent}    {Quoted($"*--{option.Negation}[Undo --{option.Name}]")} \\");
            }
        }

        string action = Action(command.OperandCompletion, command.OperandChoices);
        script.Line($"{indent}    {Quoted($"*:{Escaped(command.Operands)}:{action}")}");
    }

    private static string Spec(OptionDefinition option)
    {
        string value = option.TakesValue ? $":{option.ValueName}:{Action(option.Completion, option.Choices)}" : "";
        string text = $"[{Escaped(option.Summary)}]{value}";

        // '=' and '+' allow the value in the same word or in the next one.
        string name = Quoted($"*--{option.Name}{(option.TakesValue ? "=" : "")}{text}");
        string letter = Quoted($"*-{option.Short}{(option.TakesValue ? "+" : "")}{text}");
        return option.Short == '\0' ? name : letter + " " + name;
    }

    private static string Action(ValueCompletion completion, IReadOnlyList<string> choices) => completion switch
    {
        ValueCompletion.File => "_files",
        ValueCompletion.Choices => $"({string.Join(' ', choices)})",
        ValueCompletion.Root => "_doppel_roots",
        _ when CompletionKinds.WordOf(completion) is { } kind =>
            $"{{_doppel_values {string.Join(' ', [kind, .. choices])}}}",
        _ => " ",
    };

    private static string Escaped(string text) => text
        .Replace("\\", "\\\\", StringComparison.Ordinal).Replace("[", "\\[", StringComparison.Ordinal)
        .Replace("]", "\\]", StringComparison.Ordinal).Replace(":", "\\:", StringComparison.Ordinal);

    private static string Quoted(string text) => "'" + text.Replace("'", "'\\''", StringComparison.Ordinal) + "'";
}

using System.Text;

namespace Doppel.Cli;

/// <summary>Generates completions for bash.</summary>
internal static class BashCompletion
{
    private const string Head = """
        # Completions of doppel for bash, written by "doppel generate completions bash".
        _doppel_files() {
            mapfile -t COMPREPLY < <(compgen -f -- "$1")
            if ((${#COMPREPLY[@]})); then
                compopt -o filenames 2>/dev/null
            fi
        }
        _doppel_words() {
            mapfile -t COMPREPLY < <(compgen -W "$2" -- "$1")
        }
        _doppel_values() {
            local value
            while IFS=$'\t' read -r value _; do
                if [[ $3$value == "$1"* ]]; then
                    COMPREPLY+=("$3$value")
                fi
            done < <(doppel generate values "$2" 2>/dev/null)
        }
        _doppel_roots() {
            _doppel_files "$1"
            if [[ $1 == c* ]]; then
                _doppel_values "$1" volumes catalog:
            fi
        }
        _doppel() {
            local cur=${COMP_WORDS[COMP_CWORD]} flag=${COMP_WORDS[COMP_CWORD - 1]}
            COMPREPLY=()
            # bash takes "--flag=value" for three words.
            if [[ $cur == = ]]; then
                cur=
            elif [[ $flag == = && $COMP_CWORD -ge 3 ]]; then
                flag=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            # And "catalog:NAME".
            if [[ $flag == catalog && $cur == : ]]; then
                _doppel_values '' volumes
                return
            elif [[ $flag == : && ${COMP_WORDS[COMP_CWORD - 2]} == catalog ]]; then
                _doppel_values "$cur" volumes
                return
            fi

        """;

    private const string Tail = """
        }
        complete -F _doppel doppel

        """;

    /// <summary>Returns the script.</summary>
    internal static string Render(CommandTable table)
    {
        var script = new StringBuilder(Head);
        string first = string.Join(' ', table.Families.Select(family => family.Key));
        script.Line("    if ((COMP_CWORD == 1)); then");
        script.Line($"        _doppel_words \"$cur\" '{first} {Flags(HelpOptions.All)}'");
        script.Line("        return").Line("    fi");
        AppendFamilies(table, script);
        script.Line("    case \"${COMP_WORDS[1]} ${COMP_WORDS[2]}\" in");
        foreach (CommandDefinition command in table.All)
        {
            AppendCommand(script, command);
        }

        return script.Line("    esac").Append(Tail).ToString();
    }

    private static string Flags(IEnumerable<OptionDefinition> options) => string.Join(' ', options.SelectMany(Names));

    private static IEnumerable<string> Names(OptionDefinition option)
    {
        yield return "--" + option.Name;
        if (option.Short != '\0')
        {
            yield return "-" + option.Short;
        }

        if (option.Negation is not null)
        {
            yield return "--" + option.Negation;
        }
    }

    private static void AppendFamilies(CommandTable table, StringBuilder script)
    {
        script.Line("    if ((COMP_CWORD == 2)); then").Line("        case ${COMP_WORDS[1]} in");
        foreach (IGrouping<string, CommandDefinition> family in table.Families.Where(family => family.Count() > 1))
        {
            string words = string.Join(' ', family.Select(command => command.Words[1]));
            script.Line($"            {family.Key})");
            script.Line($"                _doppel_words \"$cur\" '{words}'");
            script.Line("                return").Line("                ;;");
        }

        script.Line("        esac").Line("    fi");
    }

    private static void AppendCommand(StringBuilder script, CommandDefinition command)
    {
        // Anything may follow a command name of one word.
        script.Line(command.Words.Count == 1 ? $"        '{command.Name} '*)" : $"        '{command.Name}')");
        OptionDefinition[] valued = [.. command.Options.Where(option => option.TakesValue)];
        script.Append(valued.Length > 0 ? "            case $flag in\n" : "");
        foreach (OptionDefinition option in valued)
        {
            string names = string.Join(" | ", Names(option).Where(name => name != "--" + option.Negation));
            script.Line($"                {names})");
            script.Line($"                    {Value(option.Completion, option.Choices)}");
            script.Line("                    return").Line("                    ;;");
        }

        script.Append(valued.Length > 0 ? "            esac\n" : "");
        script.Line("            if [[ $cur == -* ]]; then");
        script.Line($"                _doppel_words \"$cur\" '{Flags(command.AllOptions)}'");
        script.Line("            else");
        script.Line($"                {Value(command.OperandCompletion, command.OperandChoices)}");
        script.Line("            fi").Line("            ;;");
    }

    private static string Value(ValueCompletion completion, IReadOnlyList<string> choices) => completion switch
    {
        ValueCompletion.File => "_doppel_files \"$cur\"",
        ValueCompletion.Choices => $"_doppel_words \"$cur\" '{string.Join(' ', choices)}'",
        ValueCompletion.Root => "_doppel_roots \"$cur\"",
        _ when CompletionKinds.WordOf(completion) is { } kind =>
            $"_doppel_words \"$cur\" '{string.Join(' ', choices)}'; _doppel_values \"$cur\" {kind}",
        _ => ":",
    };
}

using System.Globalization;
using System.Text;

namespace Doppel.CommandLine;

/// <summary>Renders <c>--help</c>: examples first, then all details.</summary>
internal static class LongHelp
{
    private const int Indent = 4;
    private const int TextIndent = 8;

    /// <summary>Returns the long help for a command, or for doppel itself if the command is null.</summary>
    internal static string Render(CommandTable table, CommandDefinition? command, int columns = Wrapped.ColumnsMax)
    {
        var help = new StringBuilder();
        if (command is null)
        {
            AppendProgram(table, help, columns);
        }
        else
        {
            AppendCommand(table, help, command, columns);
        }

        return help.ToString();
    }

    /// <summary>Returns the long help for all commands that share a first word, such as s3.</summary>
    internal static string RenderFamily(CommandTable table, string family, int columns = Wrapped.ColumnsMax)
    {
        var help = new StringBuilder();
        Wrapped.Append(help, table.FamilySummaries[family], 0, columns: columns);
        help.Append('\n');
        CommandDefinition[] members = [.. table.All.Where(command => command.Words[0] == family)];
        AppendExamples(help, [.. members.SelectMany(static command => command.Examples)], columns);
        help.Append("\nCommands:\n");
        AppendCommands(help, members, columns);
        Wrapped.Append(
            help, $"Run doppel {family} COMMAND --help for all options of a command.", 0, columns: columns);
        return help.ToString();
    }

    private static void AppendProgram(CommandTable table, StringBuilder help, int columns)
    {
        Wrapped.Append(help, table.Purpose, 0, columns: columns);
        help.Append('\n');
        AppendExamples(help, [.. table.All.SelectMany(command => command.Examples)], columns);
        foreach (CommandGroup group in table.Groups)
        {
            help.Append('\n').Append(group.Heading).Append(":\n");
            AppendCommands(help, group.Commands, columns);
        }

        AppendExitCodes(help, columns);
        help.Append('\n');
        Wrapped.Append(
            help, "Run doppel COMMAND --help for all options of a command.", 0, columns: columns);
    }

    private static void AppendCommands(StringBuilder help, IEnumerable<CommandDefinition> commands, int columns)
    {
        foreach (CommandDefinition command in commands)
        {
            Wrapped.Append(help, command.Usage, 2, 4, columns);
            Wrapped.Append(help, command.Text, TextIndent, columns: columns);
            help.Append('\n');
        }
    }

    private static void AppendCommand(CommandTable table, StringBuilder help, CommandDefinition command, int columns)
    {
        Wrapped.Append(help, command.Summary, 0, columns: columns);
        help.Append('\n');
        AppendExamples(help, command.Examples, columns);
        help.Append(command.Examples.Count > 0 ? "\n" : "");
        Wrapped.Append(help, "Usage: " + command.Usage, 0, 7, columns);
        help.Append('\n');
        Wrapped.Append(help, command.Text, 0, columns: columns);
        foreach (IGrouping<OptionCategory, OptionDefinition> group in command.AllOptions.GroupBy(o => o.Category))
        {
            help.Append('\n').Append(HelpText.Heading(group.Key)).Append(":\n");
            foreach (OptionDefinition option in group)
            {
                help.Append('\n').Append(' ', Indent).Append(option.Syntax).Append('\n');
                Wrapped.Append(help, HelpText.TextOf(option), TextIndent, columns: columns);
            }
        }

        if (command == table.Main)
        {
            help.Append('\n');
            AppendExitCodes(help, columns);
        }
    }

    // A command line is never broken, so that it can be copied.
    private static void AppendExamples(StringBuilder help, IReadOnlyList<Example> examples, int columns)
    {
        help.Append(examples.Count > 0 ? "Examples:\n" : "");
        foreach (Example example in examples)
        {
            Wrapped.Append(help, "# " + example.Meaning, 2, 2, columns);
            help.Append("  ").Append(example.Line).Append('\n');
        }
    }

    private static void AppendExitCodes(StringBuilder help, int columns)
    {
        help.Append("Exit codes:\n");
        foreach ((ExitCode code, string meaning) in ExitCodeText.All)
        {
            string number = new string(' ', Indent) + ((int)code).ToString(CultureInfo.InvariantCulture);
            HelpText.AppendRow(help, (number, meaning), TextIndent, columns);
        }
    }
}

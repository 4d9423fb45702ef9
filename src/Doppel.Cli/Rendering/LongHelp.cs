using System.Globalization;
using System.Text;

namespace Doppel.Cli;

/// <summary>Renders <c>--help</c>: examples first, then all details.</summary>
internal static class LongHelp
{
    private const int Indent = 4;
    private const int TextIndent = 8;

    /// <summary>Returns the long help for a command, or for doppel itself if the command is null.</summary>
    internal static string Render(CommandTable table, CommandDefinition? command)
    {
        var help = new StringBuilder();
        if (command is null)
        {
            AppendProgram(table, help);
        }
        else
        {
            AppendCommand(table, help, command);
        }

        return help.ToString();
    }

    private static void AppendProgram(CommandTable table, StringBuilder help)
    {
        help.Append(table.Purpose).Append("\n\n");
        AppendExamples(help, [.. table.All.SelectMany(command => command.Examples)]);
        help.Append("\nCommands:\n");
        foreach (CommandDefinition command in table.All)
        {
            help.Append("  ").Append(command.Usage).Append('\n');
            HelpText.AppendWrapped(help, command.Text, TextIndent);
            help.Append('\n');
        }

        AppendExitCodes(help);
        help.Append("\nRun doppel COMMAND --help for all options of a command.\n");
    }

    private static void AppendCommand(CommandTable table, StringBuilder help, CommandDefinition command)
    {
        help.Append(command.Summary).Append("\n\n");
        AppendExamples(help, command.Examples);
        help.Append(command.Examples.Count > 0 ? "\n" : "").Append("Usage: ").Append(command.Usage).Append("\n\n");
        HelpText.AppendWrapped(help, command.Text, 0);
        foreach (IGrouping<OptionCategory, OptionDefinition> group in command.AllOptions.GroupBy(o => o.Category))
        {
            help.Append('\n').Append(HelpText.Heading(group.Key)).Append(":\n");
            foreach (OptionDefinition option in group)
            {
                help.Append('\n').Append(' ', Indent).Append(option.Syntax).Append('\n');
                HelpText.AppendWrapped(help, HelpText.TextOf(option), TextIndent);
            }
        }

        if (command == table.Main)
        {
            help.Append('\n');
            AppendExitCodes(help);
        }
    }

    private static void AppendExamples(StringBuilder help, IReadOnlyList<Example> examples)
    {
        help.Append(examples.Count > 0 ? "Examples:\n" : "");
        foreach (Example example in examples)
        {
            help.Append("  # ").Append(example.Meaning).Append("\n  ").Append(example.Line).Append('\n');
        }
    }

    private static void AppendExitCodes(StringBuilder help)
    {
        help.Append("Exit codes:\n");
        foreach ((ExitCode code, string meaning) in ExitCodeText.All)
        {
            // Put the code into the indentation of the first line.
            int start = help.Length + Indent;
            HelpText.AppendWrapped(help, meaning, TextIndent);
            string number = ((int)code).ToString(CultureInfo.InvariantCulture);
            help.Remove(start, number.Length).Insert(start, number);
        }
    }
}

using System.Text;

namespace Doppel.Cli;

/// <summary>Renders <c>-h</c>: one line per option.</summary>
internal static class ShortHelp
{
    private const int ShortWidth = 4;

    /// <summary>Returns the short help for a command, or for doppel itself if the command is null.</summary>
    internal static string Render(CommandTable table, CommandDefinition? command)
    {
        var help = new StringBuilder();
        if (command is null)
        {
            AppendProgram(table, help);
        }
        else
        {
            AppendCommand(help, command);
        }

        return help.ToString();
    }

    private static void AppendProgram(CommandTable table, StringBuilder help)
    {
        help.Append(table.Purpose).Append("\n\n");
        help.Append("Usage: doppel COMMAND [OPTION...]\n\nCommands:\n");
        int width = table.All.Max(command => command.Name.Length) + 2;
        foreach (CommandDefinition command in table.All)
        {
            help.Append("  ").Append(command.Name.PadRight(width)).Append(command.Summary).Append('\n');
        }

        AppendOptions(help, HelpOptions.All);
        help.Append("\nTo start: doppel find DIR. For options: doppel COMMAND -h or --help.\n");
    }

    private static void AppendCommand(StringBuilder help, CommandDefinition command)
    {
        help.Append(command.Summary).Append("\n\nUsage: ").Append(command.Usage).Append('\n');
        AppendOptions(help, command.AllOptions);
    }

    private static void AppendOptions(StringBuilder help, IEnumerable<OptionDefinition> options)
    {
        OptionDefinition[] all = [.. options];
        int width = all.Max(option => LongSyntax(option).Length) + 2;
        foreach (IGrouping<OptionCategory, OptionDefinition> group in all.GroupBy(option => option.Category))
        {
            help.Append('\n').Append(HelpText.Heading(group.Key)).Append(":\n");
            foreach (OptionDefinition option in group)
            {
                string letter = option.Short == '\0' ? "" : $"-{option.Short}, ";
                help.Append("  ").Append(letter.PadLeft(ShortWidth)).Append(LongSyntax(option).PadRight(width))
                    .Append(option.Summary).Append('\n');
            }
        }
    }

    private static string LongSyntax(OptionDefinition option) =>
        "--" + option.Name + (option.TakesValue ? " " + option.ValueName : "");
}

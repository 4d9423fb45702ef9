using System.Text;

namespace Doppel.CommandLine;

/// <summary>Renders <c>-h</c>: one line per option.</summary>
internal static class ShortHelp
{
    private const int ShortWidth = 4;

    /// <summary>Returns the short help for a command, or for doppel itself if the command is null.</summary>
    internal static string Render(CommandTable table, CommandDefinition? command, int columns = Wrapped.ColumnsMax)
    {
        var help = new StringBuilder();
        if (command is null)
        {
            AppendProgram(table, help, columns);
        }
        else
        {
            AppendCommand(help, command, columns);
        }

        return help.ToString();
    }

    /// <summary>Returns the help for all commands that share a first word, such as s3.</summary>
    internal static string RenderFamily(CommandTable table, string family, int columns = Wrapped.ColumnsMax)
    {
        var help = new StringBuilder();
        Wrapped.Append(help, table.FamilySummaries[family], 0, columns: columns);
        help.Append('\n');
        Wrapped.Append(help, $"Usage: doppel {family} COMMAND [OPTION...]", 0, 7, columns);
        help.Append("\nCommands:\n");
        CommandDefinition[] members = [.. table.All.Where(command => command.Words[0] == family)];
        AppendCommands(help, members, static command => command.Words[^1], columns);
        help.Append('\n');
        Wrapped.Append(
            help, $"For options: doppel {family} COMMAND -h or --help.", 0, columns: columns);
        return help.ToString();
    }

    private static void AppendProgram(CommandTable table, StringBuilder help, int columns)
    {
        Wrapped.Append(help, table.Purpose, 0, columns: columns);
        help.Append('\n');
        Wrapped.Append(help, "Usage: doppel COMMAND [OPTION...]", 0, 7, columns);
        foreach (CommandGroup group in table.Groups)
        {
            help.Append('\n').Append(group.Heading).Append(":\n");
            AppendCommands(help, group.Commands, static command => command.Name, columns);
        }

        AppendOptions(help, HelpOptions.All, columns);
        help.Append('\n');
        Wrapped.Append(
            help, "To start: doppel find DIR. For options: doppel COMMAND -h or --help.", 0, columns: columns);
    }

    private static void AppendCommands(
        StringBuilder help, IReadOnlyList<CommandDefinition> commands, Func<CommandDefinition, string> nameOf,
        int columns)
    {
        (string, string)[] rows = [.. commands.Select(command => ("  " + nameOf(command), command.Summary))];
        int start = HelpText.SecondColumn(rows, columns);
        Array.ForEach(rows, row => HelpText.AppendRow(help, row, start, columns));
    }

    private static void AppendCommand(StringBuilder help, CommandDefinition command, int columns)
    {
        Wrapped.Append(help, command.Summary, 0, columns: columns);
        help.Append('\n');
        Wrapped.Append(help, "Usage: " + command.Usage, 0, 7, columns);
        AppendOptions(help, command.AllOptions, columns);
    }

    private static void AppendOptions(StringBuilder help, IEnumerable<OptionDefinition> options, int columns)
    {
        OptionDefinition[] all = [.. options];
        int start = HelpText.SecondColumn([.. all.Select(RowOf)], columns);
        foreach (IGrouping<OptionCategory, OptionDefinition> group in all.GroupBy(option => option.Category))
        {
            help.Append('\n').Append(HelpText.Heading(group.Key)).Append(":\n");
            foreach (OptionDefinition option in group)
            {
                HelpText.AppendRow(help, RowOf(option), start, columns);
            }
        }
    }

    private static (string Name, string Summary) RowOf(OptionDefinition option)
    {
        string letter = option.Short == '\0' ? "" : $"-{option.Short}, ";
        return ("  " + letter.PadLeft(ShortWidth) + LongSyntax(option), option.Summary);
    }

    private static string LongSyntax(OptionDefinition option) =>
        "--" + option.Name + (option.TakesValue ? " " + option.ValueName : "");
}

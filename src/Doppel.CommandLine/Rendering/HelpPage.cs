namespace Doppel.CommandLine;

/// <summary>Renders what a command line asks to print instead of running a command.</summary>
internal static class HelpPage
{
    /// <summary>Gets what <c>--version</c> prints.</summary>
    internal static string Version => $"doppel {ProgramVersion.Text}\n";

    /// <summary>Returns the text to print; null if the command is to be run.</summary>
    /// <param name="table">All commands.</param>
    /// <param name="parsed">The command line.</param>
    /// <param name="columns">The maximum width.</param>
    internal static string? Of(CommandTable table, ParsedCommand parsed, int columns) => parsed switch
    {
        { Version: true } => Version,
        { Family: { } family, Help: HelpWanted.Short } => ShortHelp.RenderFamily(table, family, columns),
        { Family: { } family, Help: HelpWanted.Long } => LongHelp.RenderFamily(table, family, columns),
        { Help: HelpWanted.Short } => ShortHelp.Render(table, parsed.Command, columns),
        { Help: HelpWanted.Long } => LongHelp.Render(table, parsed.Command, columns),
        _ => null,
    };
}

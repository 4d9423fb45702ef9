namespace Doppel.Cli;

/// <summary>Implements <c>doppel help</c> and <c>doppel version</c>.</summary>
internal static class HelpCommands
{
    /// <summary>Prints the help of doppel, of a command or of a family of commands.</summary>
    internal static ExitCode Help(CommandCall<CommandSettings> call)
    {
        CommandHost host = call.Host;
        string[] asked = call.Operands.Count == 0 ? ["-h"] : [.. call.Operands, "--help"];
        ParsedCommand parsed = ArgumentParser.Parse(host.Commands, asked);
        int width = HelpText.WidthFor(host.Out.Columns);
        return PlainOutput.Write(host.Out, HelpPage.Of(host.Commands, parsed, width)!);
    }

    /// <summary>Prints the version.</summary>
    internal static ExitCode Version(CommandCall<CommandSettings> call) =>
        PlainOutput.Write(call.Host.Out, HelpPage.Version);
}

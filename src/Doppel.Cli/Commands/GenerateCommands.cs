namespace Doppel.Cli;

/// <summary>Implements <c>doppel generate</c>.</summary>
internal static class GenerateCommands
{
    /// <summary>Writes the man page.</summary>
    internal static ExitCode Man(CommandHost host, ParsedCommand parsed) =>
        PlainOutput.Write(host.Out, ManPage.Render());

    /// <summary>Writes the completions for a shell.</summary>
    internal static ExitCode Completions(CommandHost host, ParsedCommand parsed) => PlainOutput.Write(
        host.Out,
        parsed.Operands[0] switch
        {
            "bash" => BashCompletion.Render(),
            "zsh" => ZshCompletion.Render(),
            "fish" => FishCompletion.Render(),
            "pwsh" => PowerShellCompletion.Render(),
            string other => throw new UsageException($"no completions for {Quote.Text(other)}", parsed.Command!.Usage),
        });
}

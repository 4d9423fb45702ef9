namespace Doppel.Cli;

/// <summary>Implements <c>doppel generate</c>.</summary>
internal static class GenerateCommands
{
    /// <summary>Writes the man page.</summary>
    internal static ExitCode Man(CommandCall<CommandSettings> call) =>
        PlainOutput.Write(call.Host.Out, ManPage.Render(call.Host.Commands));

    /// <summary>Writes the completions for a shell.</summary>
    internal static ExitCode Completions(CommandCall<CommandSettings> call) => PlainOutput.Write(
        call.Host.Out,
        call.Operands[0] switch
        {
            "bash" => BashCompletion.Render(call.Host.Commands),
            "zsh" => ZshCompletion.Render(call.Host.Commands),
            "fish" => FishCompletion.Render(call.Host.Commands),
            "pwsh" => PowerShellCompletion.Render(call.Host.Commands),
            string other => throw new UsageException($"no completions for {Quote.Text(other)}", call.Command.Usage),
        });
}

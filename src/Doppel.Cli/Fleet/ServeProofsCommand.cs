namespace Doppel.Cli;

/// <summary>Implements <c>doppel fleet serve-proofs</c>.</summary>
internal static class ServeProofsCommand
{
    /// <summary>Answers other machines until it is interrupted.</summary>
    internal static ExitCode Run(CommandCall<CommandSettings> call)
    {
        using var signals = new StopSignals(static () => { });
        new FleetJob(call.Host, call.Settings.Fleet).ServeProofs(
            call.Operands, new SearchObserver(call.Host, call.Settings.Messages), signals.Stop);
        return ExitCode.Done;
    }
}

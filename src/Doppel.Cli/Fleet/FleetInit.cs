namespace Doppel.Cli;

/// <summary>Implements <c>doppel fleet init</c>.</summary>
internal static class FleetInit
{
    /// <summary>Prepares the server, or prints how.</summary>
    internal static ExitCode Run(CommandCall<CommandSettings> call)
    {
        var job = new FleetJob(call.Host, call.Settings.Fleet);
        if (call.Settings.DryRun)
        {
            return PlainOutput.Write(call.Host.Out, job.Statements);
        }

        using var signals = new StopSignals(static () => { });
        return job.Create(signals.Stop) is { } database
            ? PlainOutput.Write(call.Host.Out, database + "\n")
            : ExitCode.Done;
    }
}

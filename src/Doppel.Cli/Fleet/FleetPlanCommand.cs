namespace Doppel.Cli;

/// <summary>Implements <c>doppel fleet plan</c>.</summary>
internal static class FleetPlanCommand
{
    /// <summary>Writes the plan.</summary>
    internal static ExitCode Run(CommandCall<PlanSettings> call)
    {
        (CommandHost host, PlanSettings settings) = (call.Host, call.Settings);
        if (settings.Fleet.References.Count == 0)
        {
            throw new UsageException(
                "no machine is given whose copies stay", "--reference MACHINE; doppel fleet status lists them");
        }

        string? file = settings.Output.File;
        using OutputTarget? target = settings.Explain && file is null ? null : host.TargetOf(file);
        (SearchJob search, SearchObserver observer) = SearchObserver.Begin(call);
        using var signals = new StopSignals(() =>
        {
            observer.Leave();
            target?.Abandon();
        });
        signals.DisarmStop();
        using var source = new FleetSource(host, settings.Fleet, CancellationToken.None);
        return new PlanRun(host, settings, search, source, target).Run();
    }
}

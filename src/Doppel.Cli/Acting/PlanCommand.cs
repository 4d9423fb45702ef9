namespace Doppel.Cli;

/// <summary>Implements <c>doppel plan</c>.</summary>
internal static class PlanCommand
{
    /// <summary>Reads a report, or searches, and writes a plan.</summary>
    internal static ExitCode Run(CommandCall<PlanSettings> call)
    {
        (CommandHost host, PlanSettings settings) = (call.Host, call.Settings);
        string? file = settings.Output.File;
        bool isReport = PlanSource.IsFile(host, call.Operands);
        string shown = call.Operands[0] == "-" ? "standard input" : Quote.Text(call.Operands[0]);
        if (isReport)
        {
            OptionRules.RefuseIdle(call.Uses, isPlan: false, shown);
        }

        using OutputTarget? target = settings.Explain && file is null ? null : host.TargetOf(file);
        (SearchJob search, SearchObserver observer) = SearchObserver.Begin(call);
        using var signals = new StopSignals(() =>
        {
            observer.Leave();
            target?.Abandon();
        });

        // A partial plan is useless, and the report may take long to arrive, so let the first signal end the process.
        signals.DisarmStop();
        using var clients = new BucketClients(host, settings.Request.Connection);
        using PlanSource source = isReport
            ? new ReportSource(host.Volume, settings.Request, ReportSource.Open(call.Operands[0], shown), shown)
            : new SearchSource(host, settings.Request, search, clients, CancellationToken.None);
        return new PlanRun(host, settings, search, source, target).Run();
    }
}

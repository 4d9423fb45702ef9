namespace Doppel.Cli;

/// <summary>Implements <c>doppel plan</c>.</summary>
internal static class PlanCommand
{
    /// <summary>Reads a report, or searches, and writes a plan.</summary>
    internal static ExitCode Run(CommandCall<PlanSettings> call)
    {
        (CommandHost host, PlanSettings settings) = (call.Host, call.Settings);
        string? file = settings.Output.File;
        RefuseTwoOutputs(settings);
        bool isReport = PlanSource.IsFile(host, call.Operands);
        string shown = call.Operands[0] == "-" ? "standard input" : Quote.Text(call.Operands[0]);
        if (isReport)
        {
            RuleCheck.RefuseIdle(call.Uses, isPlan: false, shown);
        }

        using OutputTarget? target = settings.Explain && file is null ? null : host.TargetOf(file);
        var runner = new SearchRunner(host, settings);
        using var signals = new StopSignals(() =>
        {
            runner.Leave();
            target?.Abandon();
        });

        // A partial plan is useless, and the report may take long to arrive, so let the first signal end the process.
        signals.DisarmStop();
        using var clients = new BucketClients(host, settings.Connection);
        using PlanSource source = isReport
            ? new ReportSource(host.Volume, settings, ReportSource.Open(call.Operands[0], shown), shown)
            : new SearchSource(host, settings, runner, clients, call.Operands, CancellationToken.None);
        return new PlanRun(host, settings, runner, source, target).Run();
    }

    /// <summary>Rejects an explanation and a plan in one stream.</summary>
    /// <exception cref="UsageException">Both are to be written to standard output.</exception>
    internal static void RefuseTwoOutputs(PlanSettings settings)
    {
        if (settings.Explain && settings.Output.File == "-")
        {
            throw new UsageException("--explain and the plan cannot both be written to standard output",
                "write the plan to a file with -o");
        }
    }
}

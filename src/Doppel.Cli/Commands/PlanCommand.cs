using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel plan</c>.</summary>
internal static class PlanCommand
{
    /// <summary>Reads a report and writes a plan.</summary>
    internal static ExitCode Run(CommandHost host, ParsedCommand parsed)
    {
        IVolume volume = VolumeChoice.Create(host.Environment);
        RootPaths paths = RootPaths.OfProcess();
        FindSettings settings = FindCommand.ReadSettings(
            host, parsed.Uses, new OptionContext(host.Clock, volume, paths));
        bool explains = settings.Plan.Explain;
        if (explains && settings.Output == "-")
        {
            throw new UsageException("--explain and the plan cannot both be written to standard output",
                "write the plan to a file with -o");
        }

        string shown = parsed.Operands[0] == "-" ? "standard input" : Quote.Text(parsed.Operands[0]);
        using Stream input = ReportSource.Open(parsed.Operands[0], shown);
        byte[] output = settings.Output is null ? [] : paths.ToAbsolute(ByteText.ToBytes(settings.Output));
        using OutputTarget? target = explains && settings.Output is null
            ? null
            : new OutputTarget(settings.Output, host.Out, volume, output);
        using var signals = new StopSignals(() => target?.Abandon());

        // A partial plan is useless, and the report may take long to arrive, so let the first signal end the process.
        signals.EndOfSearch();
        return new PlanRun(host, settings, new ReportSource(input, shown), target).Run(volume, paths);
    }
}

using Doppel.Fleet;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel fleet report</c>.</summary>
internal static class FleetReportCommand
{
    /// <summary>Reads the groups from the server and writes a report.</summary>
    internal static ExitCode Run(CommandCall<FleetReportSettings> call)
    {
        (CommandHost host, FleetReportSettings settings) = (call.Host, call.Settings);
        var options = new FleetReportOptions
        {
            Server = settings.Fleet.Resolve(host),
            SizeMin = settings.SizeMin,
            BetweenHosts = settings.BetweenHosts,
        };
        using OutputTarget target = host.TargetOf(settings.Output.File);
        using var signals = new StopSignals(target.Abandon);
        return FleetCall.Guard(() =>
        {
            using FleetReport fleet = FleetReport.Open(options, signals.Stop);
            var roots = new ResolvedRoots([], [.. fleet.Roots], [.. fleet.Roots]);
            var report = new Report
            {
                Begin = ReportStart.Of(host, roots) with
                {
                    SavedVolumes =
                    [
                        .. fleet.Hosts.Select(SavedVolumeOf),
                    ],
                },
                Groups = fleet.ReadGroups(),
                Summary = fleet.Totals,
            };
            var end = new ResultPrinter(host, settings.Output, settings.Messages, roots, target);
            return end.Conclude(OutcomeOf(report, fleet.Hosts.Count), signals);
        });
    }

    private static ReportSavedVolume SavedVolumeOf(FleetHost host) => new(
        ReportSavedVolume.HostPrefix + host.Name,
        new ReportTime((host.Ended ?? host.Began).ToUnixTimeSeconds(), 0));

    private static RunOutcome OutcomeOf(Report report, int hosts) => new()
    {
        Complete = true,
        Problems = [],
        ProblemCount = 0,
        IsEmpty = report.Summary.Files == 0,
        HasDuplicates = report.Summary.Groups > 0,
        Write = (stream, options) => ReportWriter.Write(report, stream, options),
        Line = (_, withTotals) => (withTotals ? SummaryPrinter.Totals(report.Summary) + "; " : "")
            + $"{Count.Of(report.Summary.Files, "file")} on {Count.Of(hosts, "machine")}",
        Details = () => SummaryPrinter.Details(report.Summary),
    };
}

using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel fleet report</c>.</summary>
internal static class FleetReportCommand
{
    /// <summary>Reads the groups from the server and writes a report.</summary>
    internal static ExitCode Run(CommandCall<CommandSettings> call)
    {
        (CommandHost host, CommandSettings settings) = (call.Host, call.Settings);
        settings.Output.ChooseFormatByName();
        OptionRules.Check(settings.Output);
        using OutputTarget target = host.TargetOf(settings.Output.File);
        using var signals = new StopSignals(target.Abandon);
        using FleetGroups fleet = new FleetJob(host, settings.Fleet).Report(signals.Stop);
        var end = new ResultPrinter(host, settings.Output, settings.Messages, fleet.Roots, target);
        return end.Conclude(OutcomeOf(fleet.Report, fleet.Machines), signals);
    }

    private static SearchOutcome OutcomeOf(Report report, int machines) => new()
    {
        Complete = true,
        Problems = [],
        ProblemCount = 0,
        IsEmpty = report.Summary.Files == 0,
        HasDuplicates = report.Summary.Groups > 0,
        Write = (stream, options) => ReportWriter.Write(report, stream, options),
        Line = (_, withTotals) => (withTotals ? SummaryPrinter.Totals(report.Summary) + "; " : "")
            + $"{Count.Of(report.Summary.Files, "file")} on {Count.Of(machines, "machine")}",
        Details = () => SummaryPrinter.Details(report.Summary),
    };
}

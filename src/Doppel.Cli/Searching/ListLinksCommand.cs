using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel list-links</c>.</summary>
internal static class ListLinksCommand
{
    /// <summary>Lists the links and writes a report.</summary>
    internal static ExitCode Run(CommandCall<ListLinksSettings> call)
    {
        (CommandHost host, ListLinksSettings settings) = (call.Host, call.Settings);
        (SearchJob search, SearchObserver observer) = SearchObserver.Begin(call);
        ResolvedRoots roots = search.Open().Resolved;
        using OutputTarget target = host.TargetOf(settings.Output.File);
        var end = new ResultPrinter(host, settings.Output, settings.Messages, roots, target);
        using var signals = new StopSignals(() =>
        {
            observer.Leave();
            target.Abandon();
        });
        ReportBegin begin = ReportStart.Of(host, roots);
        if (roots.Roots.Count == 0)
        {
            // The list of roots is empty. Listing nothing is not an error.
            var nothing = new LinkReport { Begin = begin, Summary = new LinkSummary { Complete = true } };
            return end.Conclude(OutcomeOf(nothing, []), signals);
        }

        LinkKinds kinds = settings.Links == LinkKinds.None ? LinkKinds.All : settings.Links;
        using LinkResult result = search.ListLinks(
            settings.Request.ToFindOptions(roots.Roots), kinds, signals.Stop);
        var report = new LinkReport
        {
            Begin = begin,
            HardLinks = result.HardLinks,
            SymbolicLinks = result.SymbolicLinks,
            Reflinks = result.Reflinks,
            Problems = result.Problems,
            Summary = result.Summary,
        };
        return end.Conclude(OutcomeOf(report, result.Problems), signals);
    }

    private static SearchOutcome OutcomeOf(LinkReport report, IReadOnlyList<ReportProblem> problems)
    {
        LinkSummary summary = report.Summary;
        return new SearchOutcome
        {
            Complete = summary.Complete,
            Problems = problems,
            ProblemCount = summary.Problems,
            IsEmpty = summary.HardLinkSets + summary.SymbolicLinks + summary.ReflinkSets == 0,
            Write = (stream, options) => LinkReportWriter.Write(report, stream, options),
            Line = (count, withTotals) => SummaryPrinter.Line(summary with { Problems = count }, withTotals),
            Details = () => SummaryPrinter.Details(summary),
        };
    }
}

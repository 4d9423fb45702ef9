using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Lists links, from scanning to the final summary.</summary>
internal sealed class ListLinksRun(
    CommandHost host, FindSettings settings, ResolvedRoots roots, OutputTarget target, ReportBegin begin)
{
    private static readonly FindStage[] s_stages =
        [FindStage.Scan, FindStage.Group, FindStage.Links, FindStage.Blocks, FindStage.Confirm];

    private readonly RunEnd _end = new(host, settings, roots, target);

    /// <summary>Lists the links, writes the results, and then prints a summary.</summary>
    internal ExitCode Run()
    {
        using var signals = new StopSignals(_end.Leave);
        if (roots.Roots.Count == 0)
        {
            // The list of roots is empty. Listing nothing is not an error.
            var nothing = new LinkReport { Begin = begin, Summary = new LinkSummary { Complete = true } };
            return Conclude(nothing, [], signals);
        }

        LinkKinds kinds = settings.Links == LinkKinds.None ? LinkKinds.All : settings.Links;
        using LinkResult result = _end.Watch(
            s_stages, progress => LinkLister.List(settings.ToFindOptions(roots.Roots), kinds, progress, signals.Stop));
        var report = new LinkReport
        {
            Begin = begin,
            HardLinks = result.HardLinks,
            SymbolicLinks = result.SymbolicLinks,
            Reflinks = result.Reflinks,
            Problems = result.Problems,
            Summary = result.Summary,
        };
        return Conclude(report, result.Problems, signals);
    }

    private ExitCode Conclude(LinkReport report, IReadOnlyList<ReportProblem> problems, StopSignals signals)
    {
        LinkSummary summary = report.Summary;
        return _end.Conclude(
            new RunOutcome
            {
                Complete = summary.Complete,
                Problems = problems,
                ProblemCount = summary.Problems,
                IsEmpty = summary.HardLinkSets + summary.SymbolicLinks + summary.ReflinkSets == 0,
                Write = (stream, options) => LinkReportWriter.Write(report, stream, options),
                Line = (count, withTotals) => SummaryPrinter.Line(summary with { Problems = count }, withTotals),
                Details = () => SummaryPrinter.Details(summary),
            },
            signals);
    }
}

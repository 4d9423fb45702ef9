using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Runs a search, from scanning to the final summary.</summary>
internal sealed class FindRun(
    CommandHost host, FindSettings settings, ResolvedRoots roots, OutputTarget target, ReportBegin begin)
{
    // Payloads go through the stages that prove files equal once more.
    private static readonly FindStage[] s_withMedia =
    [
        FindStage.Scan, FindStage.Group, FindStage.Small, FindStage.Ends, FindStage.Content, FindStage.Media,
        FindStage.Confirm,
    ];

    private readonly RunEnd _end = new(host, settings, roots, target);

    /// <summary>Searches, writes the results, and then prints a summary.</summary>
    internal ExitCode Run()
    {
        using var signals = new StopSignals(_end.Leave);
        if (roots.Roots.Count == 0)
        {
            // The list of roots is empty. Searching nothing is not an error.
            return Conclude(ToReport(new ReportSummary { Complete = true }), [], signals);
        }

        using FindResult result = _end.Watch(
            settings.Media ? s_withMedia : null,
            progress => Finder.Find(settings.ToFindOptions(roots.Roots), progress, signals.Stop));
        Report report = ToReport(result.Summary) with
        {
            FolderGroups = result.FolderGroups,
            ContainedFolders = result.ContainedFolders,
            EmptyFolders = result.EmptyFolders,
            Groups = result.Groups,
            MediaGroups = result.MediaGroups,
            NotComparable = result.NotComparable,
            Uniques = !result.Summary.Complete && signals.Exit is not null ? [] : result.Uniques,
            Problems = result.Problems,
        };
        return Conclude(report, result.Problems, signals);
    }

    private Report ToReport(ReportSummary summary) => new() { Begin = begin, Groups = [], Summary = summary };

    private ExitCode Conclude(Report report, IReadOnlyList<ReportProblem> problems, StopSignals signals)
    {
        ReportSummary summary = report.Summary;
        return _end.Conclude(
            new RunOutcome
            {
                Complete = summary.Complete,
                Problems = problems,
                ProblemCount = summary.Problems,
                IsEmpty = summary.Files == 0,
                HasDuplicates = summary.Groups > 0 || summary.Folders is { Groups: > 0 } or { Contained: > 0 }
                    || summary.Media is { Groups: > 0 },
                Write = (stream, options) => ReportWriter.Write(report, stream, options),
                Line = (count, withTotals) => SummaryPrinter.Line(summary with { Problems = count }, withTotals),
                Details = () => SummaryPrinter.Details(summary),
            },
            signals);
    }
}

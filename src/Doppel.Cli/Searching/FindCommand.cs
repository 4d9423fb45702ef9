using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel find</c>.</summary>
internal static class FindCommand
{
    /// <summary>Searches and writes a report.</summary>
    internal static ExitCode Run(CommandCall<FindSettings> call)
    {
        (CommandHost host, FindSettings settings) = (call.Host, call.Settings);
        (SearchJob search, SearchObserver observer) = SearchObserver.Begin(call);
        using var clients = new BucketClients(host, settings.Request.Connection);
        using OpenRoots open = search.Open(clients, settings.DryRun);
        (ResolvedRoots roots, BucketRoots buckets) = (open.Resolved, open.Buckets);
        RefuseLists(settings.Output.Format, open);
        if (settings.DryRun && !buckets.Usage.Any())
        {
            throw new UsageException("--dry-run needs a bucket to search", "a search of folders costs nothing");
        }

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
            // The list of roots is empty. Searching nothing is not an error.
            var nothing = new Report { Begin = begin, Groups = [], Summary = new ReportSummary { Complete = true } };
            return end.Conclude(OutcomeOf(nothing, [], buckets, settings.Prices), signals);
        }

        SeenGroups? last = settings.SinceLast ? LastOf(call, roots) : null;
        using FindResult result = search.Find(OptionsOf(settings, roots, target), signals.Stop);
        if (settings.DryRun)
        {
            return PrintBill(call, result, buckets.TotalUsage, open.Budget.Planned, signals);
        }

        ReportSummary summary = WithListing(
            last?.TotalsOf(result.Summary, result.Groups, roots.References) ?? result.Summary, buckets);
        IReadOnlyList<ReportProblem> problems = buckets.WithProblems(result.Problems);
        var report = new Report
        {
            Begin = begin,
            Summary = summary with { Problems = summary.Problems + buckets.ProblemCount },
            FolderGroups = result.FolderGroups,
            ContainedFolders = result.ContainedFolders,
            EmptyFolders = result.EmptyFolders,
            Groups = last?.New(result.Groups) ?? result.Groups,
            MediaGroups = result.MediaGroups,
            NotComparable = result.NotComparable,
            Uniques = !result.Summary.Complete && signals.Exit is not null ? [] : result.Uniques,
            Problems = problems,
        };
        if (!settings.Messages.Quiet)
        {
            host.MessagesFor(settings.Messages.Color).Tell(new SearchNotices(result, open, settings.Prices).All);
        }

        ExitCode code = end.Conclude(OutcomeOf(report, problems, buckets, settings.Prices), signals);
        if (result.Summary.Complete && roots.Missing == 0)
        {
            // Once a missing root is back, its groups would otherwise all be new.
            last?.Save();
        }

        return code;
    }

    // People see what deleting frees, in allocated blocks. Text in a file or a pipe has only sizes.
    private static FindOptions OptionsOf(FindSettings settings, ResolvedRoots roots, OutputTarget target)
    {
        FindOptions options = settings.ToFindOptions(roots);
        return options with
        {
            CopyFacts = options.CopyFacts || target.IsTerminal || target.Standard is null,
        };
    }

    private static void RefuseLists(ReportFormat format, OpenRoots open)
    {
        if (format == ReportFormat.Fclones
            && open.Resolved.Roots.All(static root => root.Volume is SavedVolume)
            && open.Saved.All.Any(static volume => volume.Description.Algorithms.Count > 0))
        {
            throw new UsageException(
                "a report as fclones needs a digest that lists do not have", "write another format, or add a folder");
        }
    }

    private static SeenGroups LastOf(CommandCall<FindSettings> call, ResolvedRoots roots)
    {
        (CommandHost host, FindSettings settings) = (call.Host, call.Settings);
        string catalog = settings.Request.Catalog.PathOf(host) ?? throw new UsageException(
            "--since-last needs the catalog", "choose its folder with --catalog DIR, or set HOME or XDG_CACHE_HOME");
        var last = SeenGroups.Open(catalog, roots.Names);
        if (last.IsFirst && !settings.Messages.Quiet)
        {
            host.MessagesFor(settings.Messages.Color).Line(
                "this is the first search of these roots with --since-last, so every group is new");
        }

        return last;
    }

    // Buckets are listed before the search begins, but the user waits for that as well.
    private static ReportSummary WithListing(ReportSummary summary, BucketRoots buckets)
    {
        double seconds = buckets.ListingTime.TotalSeconds;
        return seconds == 0
            ? summary
            : summary with
            {
                Seconds = summary.Seconds + seconds,
                Stages = [new ReportStage("list", seconds), .. summary.Stages],
            };
    }

    private static ExitCode PrintBill(
        CommandCall<FindSettings> call, FindResult result, S3Usage spent, S3Usage planned,
        StopSignals signals)
    {
        BucketPrices prices = call.Settings.Prices;
        if (!result.Summary.Complete && signals.Exit is { } stopped)
        {
            call.Host.MessagesFor(call.Settings.Messages.Color).Warn(ExitCodeText.WordOf(stopped));
            return stopped;
        }

        return PlainOutput.Write(
            call.Host.Out,
            $"so far: {SummaryPrinter.Requests(spent)}, {SizeText.Show(spent.BodyBytes)}: "
                + $"{BucketPrices.Show(prices.Of(spent))}\n"
                + $"still at most: {SummaryPrinter.Requests(planned)}, {SizeText.Show(planned.BodyBytes)}: "
                + $"{BucketPrices.Show(prices.Of(planned))}\n");
    }

    private static SearchOutcome OutcomeOf(
        Report report, IReadOnlyList<ReportProblem> problems, BucketRoots buckets, BucketPrices prices)
    {
        ReportSummary summary = report.Summary;
        return new SearchOutcome
        {
            Complete = summary.Complete,
            Problems = problems,
            ProblemCount = summary.Problems,
            IsEmpty = summary.Files == 0,
            HasDuplicates = summary.Groups > 0 || summary.Folders is { Groups: > 0 } or { Contained: > 0 }
                || summary.Media is { Groups: > 0 },
            Write = (stream, options) => ReportWriter.Write(report, stream, options),
            Line = (count, withTotals) => SummaryPrinter.Line(summary with { Problems = count }, withTotals),
            Details = () => SummaryPrinter.Details(summary)
                .Concat(buckets.Usage.SelectMany(static bucket =>
                    SummaryPrinter.Requests(bucket.Address, bucket.Usage)))
                .Concat(buckets.Usage.Any() ? [PriceLine(prices.Of(buckets.TotalUsage))] : []),
        };
    }

    private static string PriceLine(decimal price) => $"  {"price",-12}{BucketPrices.Show(price),10}";
}

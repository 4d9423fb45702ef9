using Doppel.Acting;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Fleet;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Searches, and whatever else walks the roots of a request, with its catalog and measurements.</summary>
/// <param name="environment">The environment.</param>
/// <param name="request">The request.</param>
/// <param name="observer">Receives progress and notices.</param>
internal sealed class SearchJob(AppEnvironment environment, SearchRequest request, ISearchObserver observer)
{
    private static readonly FindStage[] s_ofFind =
        [FindStage.Scan, FindStage.Group, FindStage.Small, FindStage.Ends, FindStage.Content, FindStage.Confirm];

    // Payloads go through the stages that prove files equal once more.
    private static readonly FindStage[] s_withMedia =
    [
        FindStage.Scan, FindStage.Group, FindStage.Small, FindStage.Ends, FindStage.Content, FindStage.Media,
        FindStage.Confirm,
    ];

    private static readonly FindStage[] s_ofLinks =
        [FindStage.Scan, FindStage.Group, FindStage.Links, FindStage.Blocks, FindStage.Confirm];

    private static readonly FindStage[] s_ofVerify = [FindStage.Scan, FindStage.Group, FindStage.Content];
    private static readonly FindStage[] s_ofSaving =
        [FindStage.Scan, FindStage.Group, FindStage.Content, FindStage.Confirm];

    private static readonly FindStage[] s_ofFleet =
        [FindStage.Scan, FindStage.Group, FindStage.Ask, FindStage.Ends, FindStage.Content, FindStage.Confirm];

    private readonly HashSet<Notice> _told = [];

    /// <summary>Opens what is searched, and shows the progress of listing buckets.</summary>
    /// <inheritdoc cref="SearchRequest.Open"/>
    internal OpenRoots Open(BucketClients? clients = null, bool plansDownloads = false) =>
        request.Open(environment, clients, observer.Show, plansDownloads);

    /// <summary>Searches for duplicates.</summary>
    /// <param name="options">What to search and how.</param>
    /// <param name="stop">Ends the search early.</param>
    /// <param name="progress">Counters for another thread.</param>
    internal FindResult Find(FindOptions options, CancellationToken stop, FindProgress? progress = null)
    {
        progress ??= new FindProgress();
        using ContentCatalog? catalog =
            options.Proof == ProofDemand.Bytes ? null : request.Catalog.Open(environment);
        options = Completed(options) with { Catalog = catalog, Reread = request.Catalog.Reread };
        FindStage[] stages = options.Media is null ? s_ofFind : s_withMedia;
        FindResult result = Watch(stages, progress, () => Finder.Find(options, progress, stop), stop);
        TellOf(catalog);
        return result;
    }

    /// <summary>Saves what is below the roots.</summary>
    internal SaveResult Save(FindOptions options, SaveOptions save, Func<Stream> open, CancellationToken stop) =>
        WithCatalog(options, s_ofSaving, (known, progress) => Saver.Save(known, save, open, progress, stop), stop);

    /// <summary>Compares what is below the roots with the files of other machines.</summary>
    internal FleetScanResult ScanFleet(FindOptions options, FleetScanOptions scan, CancellationToken stop)
    {
        scan = scan with
        {
            Waiting = () => Tell([new(NoticeKind.Status, "all files are compared; waiting for other machines")]),
        };
        return WithCatalog(
            options, s_ofFleet, (known, progress) => FleetScan.Run(known, scan, progress, stop), stop);
    }

    /// <summary>Reads files again and compares them with the catalog.</summary>
    internal VerifyResult Verify(
        FindOptions options, DateTimeOffset? unreadSince, bool accepted, CancellationToken stop) => Watch(
        s_ofVerify, progress => Verifier.Verify(Completed(options), unreadSince, accepted, progress, stop), stop);

    /// <summary>Lists links.</summary>
    internal LinkResult ListLinks(FindOptions options, LinkKinds kinds, CancellationToken stop) => Watch(
        s_ofLinks, progress => LinkLister.List(Completed(options), kinds, progress, stop), stop);

    /// <summary>Finds the symbolic links to files below roots, by a walk of its own, for plans.</summary>
    /// <param name="roots">The roots to walk; if empty, nothing is walked.</param>
    /// <param name="problems">The problems found while listing.</param>
    /// <param name="stop">Ends the walk early.</param>
    internal IReadOnlyList<PlanLink> LinksToFiles(
        IReadOnlyList<FindRoot> roots, out IReadOnlyList<ReportProblem> problems, CancellationToken stop)
    {
        problems = [];
        if (roots.Count == 0)
        {
            return [];
        }

        // Filters for files do not apply to links to them, but excluded folders stay excluded.
        FindOptions options = request.ToFindOptions(roots) with
        {
            Filter = new EntryFilter { Exclude = request.Filter.Exclude },
        };
        using LinkResult found = ListLinks(options, LinkKinds.Symbolic, stop);
        problems = found.Problems;
        return
        [
            .. found.SymbolicLinks
                .Where(static link => link.State == LinkState.File && !link.Final.IsEmpty && !link.Target.IsEmpty)
                .Select(static link => new PlanLink { Name = link.Name, Target = link.Target, Final = link.Final }),
        ];
    }

    /// <summary>Creates a watcher, which the caller disposes before the source and the catalog.</summary>
    internal Watcher NewWatcher(FindOptions options, ContentCatalog? catalog, IChangeSource source) =>
        new(Completed(options) with { Catalog = catalog }, source);

    /// <summary>Runs the first round of a watcher, which searches everything.</summary>
    internal WatchRound? First(Watcher watcher, Action<GroupChange> report, CancellationToken stop) => Watch(
        s_ofFind, progress => watcher.Next(report, progress, stop), stop);

    /// <summary>Writes what the catalog has learned, and tells what is wrong with it.</summary>
    internal void TellOf(ContentCatalog? catalog)
    {
        catalog?.Flush();
        Tell((catalog?.Problems ?? []).Select(static problem => new Notice(NoticeKind.Catalog, problem)));
    }

    private T WithCatalog<T>(
        FindOptions options, FindStage[] stages, Func<FindOptions, FindProgress, T> work, CancellationToken stop)
    {
        using ContentCatalog? catalog = request.Catalog.Open(environment);
        options = Completed(options) with { Catalog = catalog };
        T result = Watch(stages, progress => work(options, progress), stop);
        TellOf(catalog);
        return result;
    }

    private FindOptions Completed(FindOptions options) => options with
    {
        Tunings = TuningStore.OfUser(environment.Environment).Read(),
        RunOfLeftover = RunOfLeftover,
    };

    // Temporary names contain digits of the run that made them.
    private string? RunOfLeftover(string digits) => UserFolders.JournalOf(environment.Environment) is { } journal
        ? JournalFolder.RunOf(environment.Volume, new ReportName(journal), digits)
        : null;

    private T Watch<T>(FindStage[] stages, Func<FindProgress, T> work, CancellationToken stop)
    {
        var progress = new FindProgress();
        return Watch(stages, progress, () => work(progress), stop);
    }

    private T Watch<T>(FindStage[] stages, FindProgress progress, Func<T> work, CancellationToken stop)
    {
        if (request.Running.Idle && !IdlePriority.Enter())
        {
            Tell([new Notice(NoticeKind.Priority, "cannot lower the priority")]);
        }

        using IDisposable? shown = observer.Show(progress, stages);
        T result = work();
        if (!stop.IsCancellationRequested)
        {
            Tell(request.Filter.Notices.Select(static notice => new Notice(NoticeKind.Pattern, notice)));
        }

        return result;
    }

    // What was told already is not repeated when a command walks the roots twice.
    private void Tell(IEnumerable<Notice> notices)
    {
        foreach (Notice notice in notices.Where(_told.Add))
        {
            observer.Take(notice);
        }
    }
}

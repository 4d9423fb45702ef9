using Doppel.Acting;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Fleet;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>
/// Runs the searches of all commands with the same options, measurements of <c>doppel tune</c> and progress line.
/// </summary>
internal sealed class SearchRunner(CommandHost host, ISearchSettings settings)
{
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

    private readonly Messages _messages = host.MessagesFor(settings.Messages.Color);
    private readonly HashSet<string> _warnings = [];
    private ProgressLine? _progress;

    /// <summary>Gets what was wrong with the catalog, as far as it was printed.</summary>
    internal IReadOnlyCollection<string> Warnings => _warnings;

    /// <summary>Returns the engine's options that all searches have in common.</summary>
    internal static FindOptions OptionsOf(ISearchSettings settings, IReadOnlyList<FindRoot> roots) => new()
    {
        Roots = roots,
        Filter = settings.Filter.ToFilter(),
        Links = settings.Filter.Follow ? LinkFollowing.Follow : LinkFollowing.Never,
        OneFileSystem = settings.Filter.OneFileSystem,
        Scan = settings.Running.Scan,
        Threads = settings.Running.Threads,
        DeviceRules = settings.Running.Devices,
    };

    /// <summary>Opens the roots, and shows the progress of listing buckets.</summary>
    /// <inheritdoc cref="RootsRequest.Open"/>
    internal OpenRoots Open(RootsRequest request, BucketClients? clients = null) => (request with
    {
        Filter = settings.Filter,
    }).Open(host, clients, text => settings.Messages.ShowProgress(host.Error, text));

    /// <summary>Opens folders and files on disks.</summary>
    /// <inheritdoc cref="RootsRequest.Open"/>
    internal ResolvedRoots Open(IReadOnlyList<string> typed) => Open(new RootsRequest { Typed = typed }).Resolved;

    /// <summary>Searches for duplicates.</summary>
    internal FindResult Find(FindOptions options, CatalogSettings catalog, CancellationToken stop) =>
        Find(options, catalog, new FindProgress(), stop);

    /// <summary>Searches for duplicates. Another thread may watch the progress.</summary>
    internal FindResult Find(
        FindOptions options, CatalogSettings catalog, FindProgress progress, CancellationToken stop)
    {
        using ContentCatalog? known = options.Proof == ProofDemand.Bytes ? null : catalog.Open(host);
        options = Completed(options) with { Catalog = known, Reread = catalog.Reread };
        FindResult result = Watch(
            options.Media is null ? null : s_withMedia, progress, () => Finder.Find(options, progress, stop),
            stop);
        WarnOf(known);
        return result;
    }

    /// <summary>Saves what is below the roots.</summary>
    internal SaveResult Save(
        FindOptions options, SaveOptions save, CatalogSettings catalog, Func<Stream> open, CancellationToken stop)
    {
        using ContentCatalog? known = catalog.Open(host);
        options = Completed(options) with { Catalog = known };
        SaveResult result = Watch(s_ofSaving, progress => Saver.Save(options, save, open, progress, stop), stop);
        WarnOf(known);
        return result;
    }

    /// <summary>Compares what is below the roots with the files of other machines.</summary>
    internal FleetScanResult ScanFleet(
        FindOptions options, FleetScanOptions scan, CatalogSettings catalog, CancellationToken stop)
    {
        using ContentCatalog? known = catalog.Open(host);
        options = Completed(options) with { Catalog = known };
        FleetScanResult result = Watch(s_ofFleet, progress => FleetScan.Run(options, scan, progress, stop), stop);
        WarnOf(known);
        return result;
    }

    /// <summary>Reads files again and compares them with the catalog.</summary>
    internal VerifyResult Verify(
        FindOptions options, DateTimeOffset? unreadSince, bool accepted, CancellationToken stop) => Watch(
        s_ofVerify, progress => Verifier.Verify(Completed(options), unreadSince, accepted, progress, stop),
        stop);

    /// <summary>Lists links.</summary>
    internal LinkResult ListLinks(FindOptions options, LinkKinds kinds, CancellationToken stop) => Watch(
        s_ofLinks, progress => LinkLister.List(Completed(options), kinds, progress, stop), stop);

    /// <summary>Creates a watcher, which the caller disposes before the source and the catalog.</summary>
    internal Watcher NewWatcher(FindOptions options, ContentCatalog? catalog, IChangeSource source) =>
        new(Completed(options) with { Catalog = catalog }, source);

    /// <summary>Runs the first round of a watcher, which searches everything.</summary>
    internal WatchRound? First(Watcher watcher, Action<GroupChange> report, CancellationToken stop) => Watch(
        null,
        progress => watcher.Next(
            change =>
            {
                if (_progress is { } line)
                {
                    line.PrintAbove(_messages, () => report(change));
                }
                else
                {
                    report(change);
                }
            },
            progress,
            stop),
        stop);

    /// <summary>Writes what the catalog has learned, and prints what is wrong with it.</summary>
    internal void WarnOf(ContentCatalog? known)
    {
        known?.Flush();
        if (!settings.Messages.Quiet)
        {
            foreach (string problem in known?.Problems ?? [])
            {
                if (_warnings.Add(problem))
                {
                    _messages.Warn(problem);
                }
            }
        }
    }

    /// <summary>Erases the progress line just before a signal ends the process. Called on another thread.</summary>
    internal void Leave() => _progress?.Clear(_messages);

    // Temporary names contain digits of the run that made them.
    private string? RunOfLeftover(string digits) => UserFolders.JournalOf(host.Environment) is { } journal
        ? JournalFolder.RunOf(host.Volume, new ReportName(journal), digits)
        : null;

    private FindOptions Completed(FindOptions options) => options with
    {
        Tunings = TuningStore.OfUser(host.Environment).Read(),
        RunOfLeftover = RunOfLeftover,
    };

    private T Watch<T>(FindStage[]? stages, Func<FindProgress, T> work, CancellationToken stop)
    {
        var progress = new FindProgress();
        return Watch(stages, progress, () => work(progress), stop);
    }

    private T Watch<T>(FindStage[]? stages, FindProgress progress, Func<T> work, CancellationToken stop)
    {
        if (settings.Running.Idle && !IdlePriority.Enter() && !settings.Messages.Quiet)
        {
            _messages.Warn("cannot lower the priority");
        }

        using ProgressLine? line = settings.Messages.ShowsProgress(host.Error)
            ? new ProgressLine(host.Error, progress, host.Clock, host.Error.UsesColor(settings.Messages.Color), stages)
            : null;
        _progress = line;
        T result = work();
        if (!stop.IsCancellationRequested)
        {
            Notify();
        }

        return result;
    }

    // Warnings already printed are not repeated when a command walks the roots twice.
    private void Notify()
    {
        if (!settings.Messages.Quiet)
        {
            foreach (string notice in settings.Filter.Notices)
            {
                if (_warnings.Add(notice))
                {
                    _progress?.Clear(_messages);
                    _messages.Warn(notice);
                }
            }
        }
    }
}

/// <summary>The settings of commands that search.</summary>
internal interface ISearchSettings : IHasFilter, IHasRunning, IHasMessages;

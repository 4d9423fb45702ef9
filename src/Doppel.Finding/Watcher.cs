using Doppel.Catalog;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Keeps the groups of duplicates below some roots current.</summary>
/// <remarks>
/// <para>
/// Each round is an ordinary search, so its groups are those that <see cref="Finder.Find"/> would return. It asks the
/// disk only about folders in which something has changed and about the files of groups, and reads only files whose
/// content is new. Between rounds a watcher waits without using the processor.
/// </para>
/// <para>
/// It holds the index of the last search and, for each file, 60 bytes and its name once more, in unmanaged memory.
/// </para>
/// <para>For one thread at a time.</para>
/// </remarks>
public sealed class Watcher : IDisposable
{
    // How long nothing may have been reported before a round begins.
    private static readonly TimeSpan s_quiet = TimeSpan.FromMilliseconds(200);

    // How long a round waits at most, or longer if the last one took more than a quarter of it.
    private static readonly TimeSpan s_waitMin = TimeSpan.FromSeconds(2);
    private const int WaitPerRound = 4;

    // How often to look for a root that does not exist.
    private static readonly TimeSpan s_rootPause = TimeSpan.FromSeconds(1);

    // A search that used outdated listings is repeated, unless it was the third in a row.
    private const int SearchesMax = 3;

    private readonly FindOptions _options;
    private readonly IChangeSource _source;
    private readonly ContentCatalog? _ownCatalog;
    private readonly RememberedVolume _volume;
    private readonly GroupTracker _tracker = new();
    private readonly List<Change> _changes = [];
    private readonly IReadOnlyList<FindRoot> _roots;
    private readonly List<FindRoot> _missing = [];
    private FindResult? _last;
    private TimeSpan _lastDuration;
    private long _seen;
    private bool _isCurrent;

    /// <summary>Creates a watcher. The first round searches everything.</summary>
    /// <param name="options">
    /// What to search and how. All roots are on one volume, and links, folders, media, unique files and comparison by
    /// bytes are not supported. Without a catalog, what is read is known as long as the watcher exists.
    /// </param>
    /// <param name="source">Reports the changes of that volume. The caller disposes it, after the watcher.</param>
    /// <exception cref="ArgumentException">An option is out of range or not supported.</exception>
    public Watcher(FindOptions options, IChangeSource source)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(source);
        options.Validate();
        Require(options.Roots.All(root => root.Volume == options.Roots[0].Volume), "Roots must be on one volume.");
        Require(options.Roots[0].Volume is not SavedVolume, "Saved volumes do not change.");
        Require(options.Links == LinkFollowing.Never, "Links cannot be followed.");
        Require(options.Folders == FolderMatching.Off && options.Media is null, "Only files can be matched.");
        Require(
            !options.Uniques && options.Proof == ProofDemand.Standard, "Uniques and Proof must have their default.");
        _source = source;

        // Every file system is kept in memory there, so the folder is never made.
        _ownCatalog = options.Catalog is null
            ? ContentCatalog.Open(Path.Combine(Path.GetTempPath(), "doppel-watch"))
            : null;
        _volume = new RememberedVolume(options, source, options.Catalog ?? _ownCatalog!);
        _roots = options.Roots;
        _options = options with
        {
            Roots = [.. options.Roots.Select(root => new FindRoot(_volume, root.Path))],
            Catalog = options.Catalog ?? _ownCatalog,
            CopyFacts = true,
            UsesLastSearch = false,

            // What comparing found holds only for exactly the files that were compared, so that every new file of a
            // size would cause all others to be read again. A digest holds for each file by itself.
            Ladder = options.Ladder with { FewCopiesMax = 1 },
        };
    }

    /// <summary>Gets the file systems that the last round has met.</summary>
    public IEnumerable<MountFacts> Mounts => _volume.Mounts;

    /// <summary>Gets how many folders are watched and remembered, and how many bytes their listings take.</summary>
    internal (int Folders, long Bytes) Remembered => (_volume.Folders.Count, _volume.Folders.ListingBytes);

    /// <summary>Searches, the first time at once and then as soon as something has changed.</summary>
    /// <param name="report">Receives what has changed in the groups since the last round.</param>
    /// <param name="progress">Counters for another thread to read, or null if not needed.</param>
    /// <param name="cancellation">Ends the wait and the search.</param>
    /// <returns>The round, or null if it was cancelled.</returns>
    public WatchRound? Next(
        Action<GroupChange> report, FindProgress? progress = null, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(report);
        if (!Await(cancellation, out VolumeError error))
        {
            return null;
        }

        long begun = Environment.TickCount64;
        FindResult? result = error.Failed ? null : Search(progress, cancellation);
        if (result is { Summary.Complete: false })
        {
            result.Dispose();
            return null;
        }

        error |= _volume.Failure;
        if (error.Failed || result is null)
        {
            result?.Dispose();
            return new WatchRound { Failure = error, Summary = new ReportSummary { Complete = false } };
        }

        _tracker.Compare(_last, result, report);
        _last?.Dispose();
        _last = result;
        NoteMissing(result);
        _lastDuration = TimeSpan.FromMilliseconds(Environment.TickCount64 - begun);
        return new WatchRound
        {
            IsCurrent = _isCurrent,
            Summary = result.Summary,
            Problems = _isCurrent ? result.Problems : [.. result.Problems.Where(static problem => !IsPassing(problem))],
        };
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _last?.Dispose();
        _tracker.Dispose();
        _volume.Dispose();
        _ownCatalog?.Dispose();
    }

    private static void Require(bool holds, string rule)
    {
        if (!holds)
        {
            throw new ArgumentException(rule);
        }
    }

    // Something was not as it was listed a moment before.
    private static bool IsPassing(ReportProblem problem) => problem.Reason is "changed" or "vanished";

    // Waits until there is something to search for, and lets it settle.
    private bool Await(CancellationToken cancellation, out VolumeError error)
    {
        if (_last is null)
        {
            error = _volume.Restart();
            return !cancellation.IsCancellationRequested;
        }

        error = VolumeError.None;
        bool mustSearch = !_isCurrent;
        do
        {
            TimeSpan timeout = _missing.Count > 0 ? s_rootPause : Timeout.InfiniteTimeSpan;
            if (_source.Wait(_seen, timeout, cancellation))
            {
                Settle(cancellation);
                mustSearch |= Take(ref error);
            }
        }
        while (!mustSearch && !_missing.Exists(IsThere) && !cancellation.IsCancellationRequested);

        if (_volume.HasRootMoved)
        {
            error |= _volume.Restart();
        }

        return !cancellation.IsCancellationRequested;
    }

    // Returns whether anything concerns what is searched.
    private bool Take(ref VolumeError error)
    {
        if (_source.TryTake(_changes, out _seen))
        {
            return _volume.Note(_changes);
        }

        error |= _volume.Restart();
        return true;
    }

    private void Settle(CancellationToken cancellation)
    {
        double wait = Math.Max(s_waitMin.TotalMilliseconds, WaitPerRound * _lastDuration.TotalMilliseconds);
        long end = Environment.TickCount64 + (long)wait;
        long reported = _source.Reported;
        while (Environment.TickCount64 < end && _source.Wait(reported, s_quiet, cancellation))
        {
            reported = _source.Reported;
        }
    }

    private FindResult Search(FindProgress? progress, CancellationToken cancellation)
    {
        for (int searches = 1; ; searches++)
        {
            FindResult result = Finder.Find(_options, progress, cancellation);
            bool wasOutdated = _volume.WasOutdated(result.Problems.Where(IsPassing).Select(
                static problem => (ReadOnlyMemory<byte>)problem.Path.Bytes.ToArray()));
            bool isBehind = _source.Reported != _seen;
            bool isLast = !wasOutdated || isBehind || searches == SearchesMax;
            if (isLast || cancellation.IsCancellationRequested)
            {
                _isCurrent = !isBehind;
                return result;
            }

            result.Dispose();
        }
    }

    // A root with a problem of its own is looked for again and again, as nothing reports that it comes.
    private void NoteMissing(FindResult result)
    {
        HashSet<ReportName> bad = [.. result.Problems.Select(static problem => problem.Path)];
        _missing.Clear();
        if (bad.Count > 0)
        {
            foreach (FindRoot root in _roots)
            {
                if (bad.Contains(new ReportName(root.Path)) && !IsThere(root))
                {
                    _missing.Add(root);
                    _volume.Forget(root.Path.Span);
                }
            }
        }
    }

    private static bool IsThere(FindRoot root)
    {
        VolumeError error = root.Volume.Stat(
            FolderHandle.None, root.Path.Span, LinkPolicy.Follow, FactFields.None, out FileFacts facts);
        if (error.Failed || facts.Kind != EntryKind.Folder)
        {
            return !error.Failed;
        }

        error = root.Volume.OpenFolder(
            FolderHandle.None, root.Path.Span, LinkPolicy.Follow, out FolderHandle folder, out _);
        if (!error.Failed)
        {
            root.Volume.Close(folder);
        }

        return !error.Failed;
    }
}

/// <summary>The outcome of one round of a <see cref="Watcher"/>.</summary>
public sealed record WatchRound
{
    /// <summary>
    /// Gets whether the groups are those of the files as they are: nothing has changed since the round began.
    /// </summary>
    public bool IsCurrent { get; init; }

    /// <summary>Gets the totals.</summary>
    public required ReportSummary Summary { get; init; }

    /// <summary>
    /// Gets the problems with anything that could not be listed, read or trusted, by path. Files that changed during
    /// the round are left out if there will be another one.
    /// </summary>
    public IReadOnlyList<ReportProblem> Problems { get; init; } = [];

    /// <summary>
    /// Gets why changes can no longer be noticed. <see cref="VolumeErrorKind.Limit"/> means that there are more folders
    /// than the system lets this user watch.
    /// </summary>
    public VolumeError Failure { get; init; }
}

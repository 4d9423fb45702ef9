using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Carries out plans: acts on each name of each dropped copy in turn, in batches.</summary>
/// <remarks>
/// <para>
/// Every content that existed before has a name at every instant. Before the first step of a batch, its intents are in
/// the journal and all its keepers are on disk. Every byte is compared again.
/// </para>
/// <para>Not thread-safe.</para>
/// </remarks>
public sealed partial class ActRun : IDisposable
{
    private const int CopiesAtOnce = 128;
    private const int KeptNamesMax = 256;

    // The media files of a batch are read twice: for their recipes, and again under leases. This many bytes are still
    // cached the second time.
    private const int MediaCopiesAtOnce = 8;
    private const long MediaBytesAtOnce = 256 << 20;

    private readonly IChangeableVolume _volume;
    private readonly JournalFolder _journals;
    private readonly ActOptions _options;
    private readonly Action<ActResult> _onResult;
    private readonly ActProgress _progress;
    private readonly PlanKeeper _plan;
    private readonly JournalWriter _journal;
    private readonly FolderPool _folders;
    private readonly Preparation _preparation;
    private readonly StatPrefetcher _prefetcher;
    private readonly RecipeKeeping _recipes;
    private readonly StateNotes _states;
    private readonly MountProbe _probe;
    private readonly FilePlaces _places;
    private readonly KeeperSync _keepers;
    private readonly CopyActor _actor;
    private readonly TrashBin _bin;
    private readonly FolderExpansion _expansion;
    private readonly FolderRemoval _emptied;
    private readonly List<CopyTask> _batch = [];

    // The copy that takes over as keeper when a group's own keeper has reached its limit of names.
    private readonly Dictionary<PlanGroup, PlanCopy> _successors = new(ReferenceEqualityComparer.Instance);
    private IReadOnlyList<PlanGroup> _groups = [];
    private int _nextGroup;
    private int _batchNames;
    private long _batchMediaBytes;

    /// <summary>Creates a run. Its journal is on disk when the constructor returns.</summary>
    /// <param name="volume">The volume that holds the files.</param>
    /// <param name="journals">The folder for the journal. Must not be disposed before the run.</param>
    /// <param name="options">Configures the run.</param>
    /// <param name="onResult">Receives the result for each name, in plan order.</param>
    /// <param name="progress">Counts what is finished. Optional.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <exception cref="JournalException">The journal cannot be written.</exception>
    public ActRun(
        IChangeableVolume volume, JournalFolder journals, ActOptions options, Action<ActResult> onResult,
        ActProgress? progress = null)
        : this(volume, journals, options, onResult, Begin(journals, options), progress)
    {
    }

    private ActRun(
        IChangeableVolume volume, JournalFolder journals, ActOptions options, Action<ActResult> onResult,
        JournalWriter journal, ActProgress? progress)
    {
        ArgumentNullException.ThrowIfNull(volume);
        _volume = volume;
        _journals = journals;
        _options = options;
        _onResult = onResult;
        _journal = journal;
        _progress = progress ?? new ActProgress();
        _plan = new PlanKeeper(volume, journals, journal, options.Version);
        _folders = new FolderPool(volume);
        _bin = new TrashBin(volume, options);
        _prefetcher = new StatPrefetcher(volume);
        _preparation = new Preparation(volume, _folders, _bin, options, journal.Numbers, _prefetcher);
        _states = new StateNotes(volume, options.Catalog);
        _probe = new MountProbe(volume, options.Action, _states);
        _places = new FilePlaces(volume, options);
        _keepers = new KeeperSync(volume);
        _expansion = new FolderExpansion(volume);
        _emptied = new FolderRemoval(volume, _folders, _bin, options, journal.Numbers, this);
        _recipes = new RecipeKeeping(volume, journals, journal.Id, options);
        _actor = new CopyActor(volume, options.Action, _bin, _prefetcher, _recipes, _states, this, _progress);
    }

    /// <summary>Gets the id of the run.</summary>
    public string Id => _journal.Id;

    /// <summary>Gets the action performed on the duplicates.</summary>
    public ActionKind Action => _options.Action;

    /// <summary>Carries out a plan for files.</summary>
    /// <param name="groups">The groups of the plan.</param>
    /// <param name="cancellation">Cancels the run between files. The current file is finished or restored.</param>
    /// <exception cref="JournalException">
    /// The journal cannot be written. Nothing was done that it does not record.
    /// </exception>
    public void Run(IReadOnlyList<PlanGroup> groups, CancellationToken cancellation) => Run([], groups, cancellation);

    /// <summary>Carries out a plan.</summary>
    /// <param name="folders">The folders of the plan, which are handled first.</param>
    /// <param name="groups">The groups of the plan.</param>
    /// <param name="cancellation">Cancels the run between files. The current file is finished or restored.</param>
    /// <exception cref="JournalException">
    /// The journal cannot be written. Nothing was done that it does not record.
    /// </exception>
    public void Run(
        IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(folders);
        ArgumentNullException.ThrowIfNull(groups);
        PlanGroup[] files = OfFiles(groups);
        NoteDevices(groups);
        ExpectEmptied(folders, RemovingFiles(groups));
        _plan.Begin(folders, groups);
        _journal.Commit();
        Expect(folders, groups);
        foreach (PlanFolder folder in folders)
        {
            if (cancellation.IsCancellationRequested)
            {
                break;
            }

            Run(folder, cancellation);
        }

        if (_batchFolders.Count > 0)
        {
            CarryOutBatch(cancellation);
        }

        RunGroups(files, cancellation);
        CarryOutBatch(cancellation);
        RunFilesOfObjects(groups, cancellation);
        RunFilesOfHosts(groups, cancellation);
        RunObjects(groups, cancellation);
        RemoveEmptied(cancellation);
        End(cancellation);
    }

    /// <summary>Closes the journal.</summary>
    public void Dispose()
    {
        _actor.Dispose();
        _states.Dispose();
        _prefetcher.Dispose();
        _plan.Dispose();
        _journal.Dispose();
        _folders.Dispose();
        _bin.Dispose();
        _recipes.Dispose();
        _expansion.Dispose();
    }

    private static JournalWriter Begin(JournalFolder journals, ActOptions options)
    {
        ArgumentNullException.ThrowIfNull(journals);
        ArgumentNullException.ThrowIfNull(options);
        if (options.BatchNames is < 1 or > 65_536)
        {
            throw new ArgumentOutOfRangeException(
                nameof(options), options.BatchNames, "BatchNames must be 1 to 65536.");
        }

        if (options.RecipeBytesMax is < 0 or > 1L << 40)
        {
            throw new ArgumentOutOfRangeException(
                nameof(options), options.RecipeBytesMax, "RecipeBytesMax must be 0 to 1099511627776.");
        }

        return journals.Begin(new JournalRun
        {
            Version = options.Version,
            Action = options.Action,
            Options = JournalOptions.Of(options),
            Started = options.Time.GetUtcNow(),
            Command = options.Command,
            Roots = [.. options.Roots.Take(JournalRun.RootsMax)],
        });
    }

    // The plan has device numbers too, and a run that is resumed needs to know what they meant.
    private void NoteDevices(IReadOnlyList<PlanGroup> groups)
    {
        foreach (PlanCopy copy in groups.SelectMany(static group => group.Keep.Concat(group.Drop)))
        {
            _journal.NoteDevice(copy.Facts.Device, copy.Names[0]);
        }

        ReadOnlyMemory<byte> target = _options.MoveTo;
        if (PlanPaths.RootLength(target.Span) > 0
            && !_volume.OpenFolderStrictly(target.Span, out FolderHandle folder, out FileFacts facts).Failed)
        {
            _volume.Close(folder);
            _journal.NoteDevice(facts.Device, new ReportName(PlanPaths.Below(target.Span, "/x"u8)));
        }
    }

    private void RunGroups(IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        _groups = groups;
        for (_nextGroup = 0; _nextGroup < groups.Count; _nextGroup++)
        {
            if (!Run(groups[_nextGroup], cancellation))
            {
                break;
            }
        }

        _groups = [];
    }

    // Returns false once the run is interrupted.
    private bool Run(PlanGroup group, CancellationToken cancellation)
    {
        // A group may have more copies than the number of folders that may be open.
        foreach (PlanCopy[] copies in group.Drop.Chunk(group.Media is null ? CopiesAtOnce : MediaCopiesAtOnce))
        {
            int names = copies.Sum(static copy => copy.Names.Count + copy.SymbolicLinks.Count);
            if (_batchNames > 0
                && (_batchNames + names > _options.BatchNames || !_folders.HasRoomFor(names + 1)
                    || _batchMediaBytes > MediaBytesAtOnce))
            {
                CarryOutBatch(cancellation);
            }

            if (cancellation.IsCancellationRequested)
            {
                return false;
            }

            Add(group, copies);
        }

        _successors.Clear();
        return true;
    }

    private void Add(PlanGroup group, IReadOnlyList<PlanCopy> copies)
    {
        Step? against = null;
        FoundKeeper? keeper = FoundKeeper.None;
        ReportName keeperName = default;
        if (!group.IsAlone)
        {
            IReadOnlyList<PlanCopy> keepers =
                _successors.TryGetValue(group, out PlanCopy? successor) ? [successor] : group.Keep;
            against = _preparation.FindKeeper(keepers, out keeper);
            keeperName = keeper?.Name ?? keepers[0].Names[0];
            NoteKept(group, keepers, keeperName);
        }

        foreach (PlanCopy copy in copies)
        {
            if (against is { } step)
            {
                foreach (ReportName name in copy.Names)
                {
                    Tell(name, keeperName, step, 0);
                }

                _progress.Finish(0, copy.Facts.Size);
                continue;
            }

            CopyTask? task = _preparation.Prepare(
                group, keeper!, copy, (name, why) => Tell(name, keeperName, why, 0));
            if (task is null)
            {
                _progress.Finish(0, copy.Facts.Size);
            }
            else
            {
                _batch.Add(task);
                _batchNames += task.Names.Sum(static name => 1 + name.Links.Count);
                _batchMediaBytes += group.Media is null ? 0 : copy.Facts.Size;
            }
        }
    }

    // An undo also searches these names if the keeper no longer has the content.
    private void NoteKept(PlanGroup group, IReadOnlyList<PlanCopy> keepers, ReportName keeper)
    {
        ReportName[] others =
        [
            .. keepers.Concat(group.Keep).SelectMany(static copy => copy.Names).Where(name => name != keeper)
                .Distinct().Take(KeptNamesMax),
        ];
        if (others.Length > 0)
        {
            _journal.AddKept(keeper, others);
        }
    }

    private void CarryOutBatch(CancellationToken cancellation)
    {
        _batchFolders.Clear();
        while (_batch.Count > 0)
        {
            _prefetcher.Begin(_groups, _nextGroup);
            foreach (JournalIntent intent in _batch.SelectMany(static task => task.Names)
                .SelectMany(static name => name.Intents))
            {
                _journal.Add(intent);
            }

            _plan.Sync();
            _journal.Commit();
            _bin.WriteInfos([.. _batch.SelectMany(static task => task.Names)]);
            _recipes.Write(_batch, cancellation);
            Step? against = _keepers.Sync(_batch);
            if (against is null && !cancellation.IsCancellationRequested)
            {
                _probe.Look(_batch);
                ObjectRequests.Wait(_places.LookAsync(_batch));
            }

            _actor.Act(
                _batch, against,
                task => _probe.WhyNot(task.Names[0]) ?? _places.WhyNot(task) ?? _recipes.WhyNot(task), cancellation);
            _states.Flush();
            BeginNextBatch();
        }

        CarryOutFolders(cancellation);
        _batchNames = 0;
        _folders.Clear();
    }

    // If a keeper reached its limit of names, the copy that hit the limit is kept and becomes the keeper of the
    // remaining copies.
    private void BeginNextBatch()
    {
        _batch.Clear();
        _batchNames = 0;
        _batchMediaBytes = 0;
        _folders.Clear();
        KeyValuePair<PlanGroup, List<PlanCopy>>[] exhausted = [.. _actor.ExhaustedKeepers];
        _actor.ExhaustedKeepers.Clear();
        foreach ((PlanGroup group, List<PlanCopy> copies) in exhausted)
        {
            _successors[group] = copies[0];
            Add(group, copies[1..]);
        }
    }
}

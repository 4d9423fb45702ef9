using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Carries out plans: each name of each copy that is to go, one after the other, in batches.</summary>
/// <remarks>
/// <para>
/// At every instant each content that was there before has a name. What is about to be done stands in the journal, and
/// each keeper is on the disk, before the first step of a batch. Every byte is compared again.
/// </para>
/// <para>Not thread-safe.</para>
/// </remarks>
public sealed partial class ActRun : IDisposable
{
    private const int CopiesAtOnce = 128;
    private const int KeptNamesMax = 256;

    // Media files of a batch are read twice: for their recipes, and under leases. So many bytes the cache still has.
    private const int MediaCopiesAtOnce = 8;
    private const long MediaBytesAtOnce = 256 << 20;

    private readonly IChangeableVolume _volume;
    private readonly ActOptions _options;
    private readonly Action<ActResult> _tell;
    private readonly JournalWriter _journal;
    private readonly FolderPool _folders;
    private readonly Preparation _preparation;
    private readonly ContentProof _proof;
    private readonly MediaProof _mediaProof;
    private readonly RecipeKeeping _recipes;
    private readonly LooksAhead _looks;
    private readonly PairsBeside _pairs;
    private readonly Replacement _replacement;
    private readonly LinkRetargeting _retargeting;
    private readonly MountProbe _probe;
    private readonly Removal _removal;
    private readonly Rescue _rescue;
    private readonly BlockSharing _sharing;
    private readonly TrashBin _bin;
    private readonly FolderExpansion _expansion;
    private readonly FolderRemoval _emptied;
    private readonly List<CopyTask> _batch = [];
    private readonly Queue<BegunCopy> _begun = [];

    // Groups whose keeper can have no more names: who found out, and whose turn comes with it as keeper.
    private readonly Dictionary<PlanGroup, List<PlanCopy>> _full = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<PlanGroup, PlanCopy> _relay = new(ReferenceEqualityComparer.Instance);
    private Dictionary<NameTask, Step> _withoutInfo = [];
    private IReadOnlyList<PlanGroup> _groups = [];
    private int _nextGroup;
    private int _batchNames;
    private long _batchMediaBytes;
    private long _begunBytes;
    private ReportName _noted;

    /// <summary>Begins a run; its journal is on the disk when this returns.</summary>
    /// <param name="volume">Where the files lie.</param>
    /// <param name="journals">Where its journal goes; it must live as long as the run.</param>
    /// <param name="options">What is to be done.</param>
    /// <param name="tell">Is told what came of each name, in the order of the plan.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <exception cref="JournalException">The journal cannot be written.</exception>
    public ActRun(
        IChangeableVolume volume, JournalFolder journals, ActOptions options, Action<ActResult> tell)
    {
        ArgumentNullException.ThrowIfNull(volume);
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

        _volume = volume;
        _options = options;
        _tell = tell;
        _folders = new FolderPool(volume);
        _bin = new TrashBin(volume, options);
        _looks = new LooksAhead(volume);
        _preparation = new Preparation(volume, _folders, _bin, options, _looks);
        _proof = new ContentProof(volume);
        _mediaProof = new MediaProof(volume);
        _pairs = new PairsBeside(volume, _looks);
        _replacement = new Replacement(volume);
        _retargeting = new LinkRetargeting(volume, _replacement);
        _probe = new MountProbe(volume, options.Action);
        _removal = new Removal(volume, _proof);
        _rescue = new Rescue(volume, _proof);
        _sharing = new BlockSharing(volume);
        _expansion = new FolderExpansion(volume);
        _emptied = new FolderRemoval(volume, _folders, _bin, options);
        _journal = journals.Begin(new JournalRun
        {
            Version = options.Version,
            Action = options.Action,
            Started = options.Time.GetUtcNow(),
            Command = options.Command,
        });
        _recipes = new RecipeKeeping(volume, journals, _journal.Id, options);
    }

    /// <summary>What the run is called.</summary>
    public string Id => _journal.Id;

    /// <summary>Carries out a plan of files.</summary>
    /// <param name="groups">The plan's groups.</param>
    /// <param name="cancellation">Ends it between two files; the file in hand is finished or put back.</param>
    /// <exception cref="JournalException">The journal cannot be written; nothing was done that it does not tell of.
    /// </exception>
    public void Run(IReadOnlyList<PlanGroup> groups, CancellationToken cancellation) => Run([], groups, cancellation);

    /// <summary>Carries out a plan.</summary>
    /// <param name="folders">The plan's folders; walked once. They come first.</param>
    /// <param name="groups">The plan's groups.</param>
    /// <param name="cancellation">Ends it between two files; the file in hand is finished or put back.</param>
    /// <exception cref="JournalException">The journal cannot be written; nothing was done that it does not tell of.
    /// </exception>
    public void Run(
        IEnumerable<PlanFolder> folders, IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(folders);
        ArgumentNullException.ThrowIfNull(groups);
        foreach (PlanFolder folder in folders)
        {
            if (cancellation.IsCancellationRequested)
            {
                break;
            }

            Run(folder, cancellation);
        }

        RunGroups(groups, cancellation);
        CarryOutBatch(cancellation);
        if (!cancellation.IsCancellationRequested)
        {
            _journal.AddEnd();
            _journal.Commit();
        }
    }

    /// <summary>Closes the journal.</summary>
    public void Dispose()
    {
        foreach (BegunCopy begun in _begun)
        {
            begun.Pair?.Dispose();
        }

        _pairs.Dispose();
        _looks.Dispose();
        _journal.Dispose();
        _folders.Dispose();
        _bin.Dispose();
        _proof.Dispose();
        _mediaProof.Dispose();
        _recipes.Dispose();
        _expansion.Dispose();
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

    // False once it is interrupted.
    private bool Run(PlanGroup group, CancellationToken cancellation)
    {
        // A group may have more copies than folders may be open.
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

        _relay.Clear();
        return true;
    }

    private void Add(PlanGroup group, IReadOnlyList<PlanCopy> copies)
    {
        IReadOnlyList<PlanCopy> keepers = _relay.TryGetValue(group, out PlanCopy? relay) ? [relay] : group.Keep;
        Step? against = _preparation.FindKeeper(keepers, out Keeper? keeper);
        ReportName keeperName = keeper?.Name ?? keepers[0].Names[0];
        NoteKept(group, keepers, keeperName);
        foreach (PlanCopy copy in copies)
        {
            if (against is { } step)
            {
                copy.Names.ToList().ForEach(name => Tell(name, keeperName, step, 0));
                continue;
            }

            CopyTask? task = _preparation.Prepare(
                group, keeper!, copy, (name, why) => Tell(name, keeperName, why, 0));
            if (task is not null)
            {
                _batch.Add(task);
                _batchNames += task.Names.Sum(static name => 1 + name.Links.Count);
                _batchMediaBytes += group.Media is null ? 0 : copy.Facts.Size;
            }
        }
    }

    // An undo looks there too where the keeper does not hold the content any more.
    private void NoteKept(PlanGroup group, IReadOnlyList<PlanCopy> keepers, ReportName keeper)
    {
        ReportName[] others =
        [
            .. keepers.Concat(group.Keep).SelectMany(static copy => copy.Names).Where(name => name != keeper)
                .Distinct().Take(KeptNamesMax),
        ];
        if (others.Length > 0 && _noted != keeper)
        {
            _journal.AddKept(keeper, others);
            _noted = keeper;
        }
    }

    private void CarryOutBatch(CancellationToken cancellation)
    {
        while (_batch.Count > 0)
        {
            _looks.Begin(_groups, _nextGroup);
            foreach (JournalIntent intent in _batch.SelectMany(static task => task.Names)
                .SelectMany(static name => name.Intents))
            {
                _journal.Add(intent);
            }

            _journal.Commit();
            WriteInfos(_batch.SelectMany(static task => task.Names));
            _recipes.Write(_batch, cancellation);
            Step? against = SyncKeepers();
            if (against is null && !cancellation.IsCancellationRequested)
            {
                _probe.Look(_batch);
            }

            for (int i = 0; i < _batch.Count; i++)
            {
                CopyTask task = _batch[i];
                if (cancellation.IsCancellationRequested)
                {
                    against = Step.Skip("interrupted");
                }

                if (against is null && _options.Action != ActionKind.Reflink)
                {
                    _pairs.Reach(_batch, i, cancellation);
                }

                if ((against ?? _probe.WhyNot(task.Names[0]) ?? _recipes.WhyNot(task)) is { } step)
                {
                    Begun(new BegunCopy(task, null, [.. task.Names.Select(name => new BegunName(name, [], step))]));
                }
                else if (_full.TryGetValue(task.Group, out List<PlanCopy>? later))
                {
                    later.Add(task.Copy);
                    task.Names.ToList().ForEach(name => Note(name, Step.Skip("later, with a further keeper"), ""));
                }
                else
                {
                    ActOn(task, _pairs.Take(i), cancellation);
                }
            }

            FinishAll();
            _pairs.BeginClosing();
            _journal.Commit();
            _pairs.CloseAll();
            BeginNextBatch();
        }

        CarryOutFolders(cancellation);
        _batchNames = 0;
        _folders.Clear();
    }

    // Where a keeper could have no more names, the copy that found out keeps its own and is the keeper of the rest.
    private void BeginNextBatch()
    {
        _batch.Clear();
        _batchNames = 0;
        _batchMediaBytes = 0;
        _folders.Clear();
        KeyValuePair<PlanGroup, List<PlanCopy>>[] full = [.. _full];
        _full.Clear();
        foreach ((PlanGroup group, List<PlanCopy> copies) in full)
        {
            _relay[group] = copies[0];
            Add(group, copies[1..]);
        }
    }

    private void WriteInfos(IEnumerable<NameTask> names) =>
        _withoutInfo = _bin.WriteInfos([.. names.Where(static name => name.Trash is not null)]);

    private void RemoveInfoUnlessGone(NameTask name, Step step)
    {
        if (name.Trash is not null && step.Status is not (ActStatus.Done or ActStatus.Unfinished)
            && !_withoutInfo.ContainsKey(name))
        {
            _bin.RemoveInfo(name);
        }
    }

    private void Conclude(NameTask name, Step step, string digest, long freed)
    {
        RemoveInfoUnlessGone(name, step);
        Note(name, step, digest);
        bool isElsewhere = _options.Action is ActionKind.Move or ActionKind.Trash;
        Tell(name.Intent.Name, name.Intent.Keeper, step, isElsewhere ? 0 : freed);
    }

    private void ConcludeLink(NameTask link, Step step)
    {
        Note(link, step, "");
        _tell(new ActResult(link.Intent.Name, link.Intent.Keeper, step.Status, step.Reason, 0) { IsLink = true });
    }

    private void Note(NameTask name, Step step, string digest) => _journal.Add(
        new JournalOutcome(name.Intent.Number, step.Status, step.Reason, step.IsDone ? digest : ""));

    private void Tell(ReportName name, ReportName keeper, Step step, long freed) =>
        _tell(new ActResult(name, keeper, step.Status, step.Reason, step.IsDone ? freed : 0));
}

using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Acts on files whose copies are on this machine too, among them those of the folders of the plan, which come first.
/// </summary>
/// <remarks>
/// All keepers of a batch are on disk before its first step, and every byte is compared again. Not thread-safe.
/// </remarks>
internal sealed class LocalActor : IGroupActor
{
    private const int CopiesAtOnce = 128;

    // The media files of a batch are read twice: for their recipes, and again under leases. This many bytes are still
    // cached the second time.
    private const int MediaCopiesAtOnce = 8;
    private const long MediaBytesAtOnce = 256 << 20;

    private readonly int _namesAtOnce;
    private readonly bool _removesNames;
    private readonly ActLog _log;
    private readonly FolderPool _open;
    private readonly StatPrefetcher _prefetcher;
    private readonly Preparation _preparation;
    private readonly TagMerging _merging;
    private readonly FileProof _proof;
    private readonly StateNotes _states;
    private readonly CopyActor _actor;
    private readonly BatchChecks _checks;
    private readonly FolderActor _folders;
    private readonly IReadOnlyList<PlanFolder> _planned;
    private readonly List<CopyTask> _batch = [];
    private readonly List<CopyTask> _companions = [];

    // The copy that takes over as keeper when a group's own keeper has reached its limit of names.
    private readonly Dictionary<PlanGroup, PlanCopy> _successors = new(ReferenceEqualityComparer.Instance);
    private UnitPreparation _units;
    private int _batchNames;
    private long _batchMediaBytes;

    internal LocalActor(
        IChangeableVolume volume, JournalFolder journals, ActOptions options, ActLog log, TrashBin bin,
        FolderActor folders, IReadOnlyList<PlanFolder> planned)
    {
        _namesAtOnce = options.BatchNames;
        _log = log;
        _open = new FolderPool(volume);
        _prefetcher = new StatPrefetcher(volume);
        _preparation = new Preparation(volume, _open, bin, options, log.Numbers, _prefetcher);
        _units = new UnitPreparation(_preparation, []);
        _removesNames = options.Action.RemovesNames();
        _states = new StateNotes(volume, options.Catalog);
        _checks = new BatchChecks(volume, journals, log.Id, options, bin, _states);
        _actor = new CopyActor(volume, options.Action, bin, _prefetcher, _checks, _states, log, options.Time);
        _proof = new FileProof(volume);
        _merging = new TagMerging(volume, new FileCopier(volume, _proof), log, options);
        (_folders, _planned) = (folders, planned);
    }

    public void Dispose()
    {
        _actor.Dispose();
        _states.Dispose();
        _prefetcher.Dispose();
        _open.Dispose();
        _checks.Dispose();
        _folders.Dispose();
        _merging.Dispose();
        _proof.Dispose();
    }

    // A companion whose file keeps its name stays with it.
    public IEnumerable<ActBatch> Prepare(IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        _units = new UnitPreparation(
            _preparation, groups.Where(group => group.IsLocal && (_removesNames || !group.IsOfCompanions)));
        return _planned
            .SelectMany(folder => Add(folder, cancellation))
            .Concat(EndBatch([], 0, cancellation))
            .Concat(Add(_units.Groups, cancellation))
            .Concat(EndBatch([], 0, cancellation))
            .Concat(Add(_units.Later, cancellation))
            .Concat(EndBatch([], 0, cancellation));
    }

    private IEnumerable<ActBatch> Add(PlanFolder folder, CancellationToken cancellation)
    {
        if (_batchNames >= _namesAtOnce || _folders.HasToWait(folder))
        {
            foreach (ActBatch batch in EndBatch([], 0, cancellation))
            {
                yield return batch;
            }
        }

        if (cancellation.IsCancellationRequested || _folders.Expand(folder, out FolderTask? task) is not { } groups)
        {
            yield break;
        }

        foreach (ActBatch batch in Add(groups, cancellation))
        {
            yield return batch;
        }

        if (task is { Intents.Count: > 0 })
        {
            _folders.Leave(task);
            _batchNames += task.Intents.Count;
        }
    }

    private IEnumerable<ActBatch> Add(IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        for (int i = 0; i < groups.Count; i++)
        {
            // A group may have more copies than the number of folders that may be open.
            PlanGroup group = groups[i];
            foreach (PlanCopy[] copies in group.Drop.Chunk(group.Media is null ? CopiesAtOnce : MediaCopiesAtOnce))
            {
                if (!HasRoomFor(copies))
                {
                    foreach (ActBatch batch in EndBatch(groups, i, cancellation))
                    {
                        yield return batch;
                    }
                }

                if (cancellation.IsCancellationRequested)
                {
                    yield break;
                }

                Add(group, copies, cancellation);
            }

            _successors.Clear();
        }
    }

    private bool HasRoomFor(PlanCopy[] copies)
    {
        int names = copies.Sum(static copy => copy.Names.Count + copy.SymbolicLinks.Count);
        return _batchNames == 0
            || (_batchNames + names <= _namesAtOnce && _open.HasRoomFor(names + 1)
                && _batchMediaBytes <= MediaBytesAtOnce);
    }

    private void Add(PlanGroup group, IReadOnlyList<PlanCopy> copies, CancellationToken cancellation)
    {
        Step? against = null;
        FoundKeeper? keeper = FoundKeeper.None;
        ReportName keeperName = default;
        if (!group.IsAlone)
        {
            IReadOnlyList<PlanCopy> keepers =
                _successors.TryGetValue(group, out PlanCopy? successor) ? [successor] : group.Keep;
            against = _preparation.FindKeeper(keepers, out keeper);
            keeper = against is null ? Merged(group, keeper!, cancellation) : keeper;
            keeperName = keeper?.Name ?? keepers[0].Names[0];
            _log.AddKept(keepers.Concat(group.Keep), keeperName);
        }

        foreach (PlanCopy copy in copies)
        {
            if ((against ?? _merging.WhyNot(copy)) is { } step)
            {
                foreach (ReportName name in copy.Names)
                {
                    Tell(name, keeperName, step);
                }

                _units.Leave(copy, Tell);
                _log.Progress.Finish(0, _units.BytesOf(copy));
                continue;
            }

            CopyTask? task = _units.Prepare(group, keeper!, copy, Tell);
            if (task is null)
            {
                _log.Progress.Finish(0, _units.BytesOf(copy));
            }
            else
            {
                (group.IsOfCompanions ? _companions : _batch).Add(task);
                _companions.AddRange(task.Companions);
                _batchNames += task.Companions.Prepend(task).SelectMany(static one => one.Names)
                    .Sum(static name => 1 + name.Links.Count);
                _batchMediaBytes += group.Media is null ? 0 : copy.Facts.Size;
            }
        }
    }

    // The next copies of the group find the keeper as it is then.
    private FoundKeeper Merged(PlanGroup group, FoundKeeper keeper, CancellationToken cancellation)
    {
        FoundKeeper merged = _merging.Merge(group, keeper, cancellation);
        if (!ReferenceEquals(merged, keeper))
        {
            _successors[group] = group.Keep[0] with { Facts = merged.Facts };
        }

        return merged;
    }

    private void Tell(ReportName name, ReportName keeper, Step step) => _log.Tell(name, keeper, step, 0);

    // Companions come last in a batch: they go only once their files are gone. Meanwhile, the names of the next groups
    // are looked at.
    private IEnumerable<ActBatch> EndBatch(
        IReadOnlyList<PlanGroup> groups, int next, CancellationToken cancellation)
    {
        while (_batch.Count + _companions.Count > 0)
        {
            _batch.AddRange(_companions);
            _companions.Clear();
            _prefetcher.Begin(groups, next);
            yield return new ActBatch(
                _batch.SelectMany(static task => task.Names).SelectMany(static name => name.Intents),
                () => Act(cancellation));
        }

        foreach (ActBatch batch in _folders.EndBatch(cancellation))
        {
            yield return batch;
        }

        _batchNames = 0;
        _open.Clear();
    }

    // If a keeper reached its limit of names, the copy that hit the limit is kept and becomes the keeper of the
    // remaining copies, which are the next batch.
    private void Act(CancellationToken cancellation)
    {
        _actor.Act(_batch, cancellation);
        _states.Flush();
        _batch.Clear();
        _batchNames = 0;
        _batchMediaBytes = 0;
        _open.Clear();
        KeyValuePair<PlanGroup, List<PlanCopy>>[] exhausted = [.. _actor.ExhaustedKeepers];
        _actor.ExhaustedKeepers.Clear();
        foreach ((PlanGroup group, List<PlanCopy> copies) in exhausted)
        {
            _successors[group] = copies[0];
            Add(group, copies[1..], cancellation);
        }
    }
}

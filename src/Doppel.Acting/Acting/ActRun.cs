using System.Text;
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
public sealed class ActRun : IDisposable
{
    private const int CopiesAtOnce = 128;

    private readonly IChangeableVolume _volume;
    private readonly ActOptions _options;
    private readonly Action<ActResult> _tell;
    private readonly JournalWriter _journal;
    private readonly FolderPool _folders;
    private readonly Preparation _preparation;
    private readonly ContentProof _proof;
    private readonly Replacement _replacement;
    private readonly Removal _removal;
    private readonly Rescue _rescue;
    private readonly List<CopyTask> _batch = [];

    // Groups whose keeper can have no more names: who found out, and whose turn comes with it as keeper.
    private readonly Dictionary<PlanGroup, List<PlanCopy>> _full = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<PlanGroup, PlanCopy> _relay = new(ReferenceEqualityComparer.Instance);
    private int _batchNames;

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

        _volume = volume;
        _options = options;
        _tell = tell;
        _folders = new FolderPool(volume);
        _preparation = new Preparation(volume, _folders, options);
        _proof = new ContentProof(volume);
        _replacement = new Replacement(volume);
        _removal = new Removal(volume, _proof);
        _rescue = new Rescue(volume, _proof);
        _journal = journals.Begin(new JournalRun
        {
            Version = options.Version,
            Action = options.Action,
            Started = options.Time.GetUtcNow(),
            Command = options.Command,
        });
    }

    /// <summary>What the run is called.</summary>
    public string Id => _journal.Id;

    /// <summary>Carries out a plan.</summary>
    /// <param name="groups">The plan's groups; walked once.</param>
    /// <param name="cancellation">Ends it between two files; the file in hand is finished or put back.</param>
    /// <exception cref="JournalException">The journal cannot be written; nothing was done that it does not tell of.
    /// </exception>
    public void Run(IEnumerable<PlanGroup> groups, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(groups);
        foreach (PlanGroup group in groups)
        {
            // A group may have more copies than folders may be open.
            foreach (PlanCopy[] copies in group.Drop.Chunk(CopiesAtOnce))
            {
                int names = copies.Sum(static copy => copy.Names.Count);
                if (_batchNames > 0
                    && (_batchNames + names > _options.BatchNames || !_folders.HasRoomFor(names + 1)))
                {
                    CarryOutBatch(cancellation);
                }

                if (cancellation.IsCancellationRequested)
                {
                    return;
                }

                Add(group, copies);
            }

            _relay.Clear();
        }

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
        _journal.Dispose();
        _folders.Dispose();
        _proof.Dispose();
    }

    private void Add(PlanGroup group, IReadOnlyList<PlanCopy> copies)
    {
        IReadOnlyList<PlanCopy> keepers = _relay.TryGetValue(group, out PlanCopy? relay) ? [relay] : group.Keep;
        Step? against = _preparation.FindKeeper(keepers, out Keeper? keeper);
        ReportName keeperName = keeper?.Name ?? keepers[0].Names[0];
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
                _batchNames += task.Names.Count;
            }
        }
    }

    private void CarryOutBatch(CancellationToken cancellation)
    {
        while (_batch.Count > 0)
        {
            foreach (NameTask name in _batch.SelectMany(static task => task.Names))
            {
                _journal.Add(name.Intent);
            }

            _journal.Commit();
            Step? against = SyncKeepers();
            foreach (CopyTask task in _batch)
            {
                if (cancellation.IsCancellationRequested)
                {
                    against = Step.Skip("interrupted");
                }

                if (against is { } step)
                {
                    task.Names.ToList().ForEach(name => Conclude(name, step, "", 0));
                }
                else if (_full.TryGetValue(task.Group, out List<PlanCopy>? later))
                {
                    later.Add(task.Copy);
                    task.Names.ToList().ForEach(name => Note(name, Step.Skip("later, with a further keeper"), ""));
                }
                else
                {
                    ActOn(task, cancellation);
                }
            }

            _journal.Commit();
            BeginNextBatch();
        }
    }

    // Where a keeper could have no more names, the copy that found out keeps its own and is the keeper of the rest.
    private void BeginNextBatch()
    {
        _batch.Clear();
        _batchNames = 0;
        _folders.Clear();
        KeyValuePair<PlanGroup, List<PlanCopy>>[] full = [.. _full];
        _full.Clear();
        foreach ((PlanGroup group, List<PlanCopy> copies) in full)
        {
            _relay[group] = copies[0];
            Add(group, copies[1..]);
        }
    }

    // Seen: a copy was made, the old file removed, and after a power cut the copy was empty.
    private Step? SyncKeepers()
    {
        foreach (CopyTask task in _batch.DistinctBy(static task => task.Names[0].Intent.KeeperFacts.Device))
        {
            VolumeError error = _volume.SyncFileSystem(task.Names[0].Keeper.Folder);
            if (error.Failed)
            {
                return Step.Fail(_volume, "the keeper cannot be brought to the disk", error);
            }
        }

        return null;
    }

    private void ActOn(CopyTask task, CancellationToken cancellation)
    {
        NameTask first = task.Names[0];
        Step? against = ProvedPair.Open(
            _volume, (first.Keeper, first.Intent.KeeperFacts), (first.Place, first.Intent.Facts), _proof, cancellation,
            out ProvedPair? pair);
        using (pair)
        {
            for (int i = 0; i < task.Names.Count; i++)
            {
                NameTask name = task.Names[i];
                Step step = against ?? ActOn(name, pair!);
                if (step.Cause == VolumeErrorKind.TooManyNames)
                {
                    _full[task.Group] = [task.Copy];
                    step = Step.Skip("it stays as a further keeper, since the first can have no more names");
                    against = step;
                }

                bool isLast = i == task.Names.Count - 1;
                Conclude(name, step, pair?.Digest ?? "", isLast ? task.Copy.FreedBytes : 0);
            }
        }
    }

    private Step ActOn(NameTask name, ProvedPair pair)
    {
        byte[] temporary = Encoding.ASCII.GetBytes(name.Intent.Temporary);
        Step step = _options.Action switch
        {
            ActionKind.Delete => _removal.Delete(name.Place, temporary, name.Keeper, pair),
            ActionKind.Move => Move(name, temporary, pair),
            _ => _replacement.Replace(name.Place, temporary, pair, name.Intent.Target.Bytes),
        };

        // A hard link is a name of the keeper's content itself, and a moved file has not gone.
        return step.IsDone && _options.Action is (ActionKind.Delete or ActionKind.SymbolicLink)
            ? _rescue.IfNeeded(
                name.Place, temporary, pair, name.Intent.Extras, _options.Action == ActionKind.SymbolicLink)
            : step;
    }

    private Step Move(NameTask name, byte[] temporary, ProvedPair pair)
    {
        VolumeError error = FolderMaker.Make(_volume, name.Intent.Target, out FolderHandle folder);
        if (error.Failed)
        {
            return Step.Fail(_volume, "the folder cannot be made there", error);
        }

        ReadOnlySpan<byte> target = name.Intent.Target.Bytes;
        byte[] bare = target[(target.LastIndexOf((byte)'/') + 1)..].ToArray();
        var place = new Place(new OpenFolder(folder, default, default), bare);
        Step step = _removal.Move(name.Place, place, temporary, name.Keeper, pair, name.Intent.Extras);
        _volume.Close(folder);
        return step;
    }

    private void Conclude(NameTask name, Step step, string digest, long freed)
    {
        Note(name, step, digest);
        Tell(name.Intent.Name, name.Intent.Keeper, step, _options.Action == ActionKind.Move ? 0 : freed);
    }

    private void Note(NameTask name, Step step, string digest) => _journal.Add(
        new JournalOutcome(name.Intent.Number, step.Status, step.Reason, step.IsDone ? digest : ""));

    private void Tell(ReportName name, ReportName keeper, Step step, long freed) =>
        _tell(new ActResult(name, keeper, step.Status, step.Reason, step.IsDone ? freed : 0));
}

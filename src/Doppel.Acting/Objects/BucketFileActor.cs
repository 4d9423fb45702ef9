using System.Collections.Concurrent;
using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Deletes files of which a copy stays in a bucket.</summary>
internal sealed class BucketFileActor : FileActor
{
    private static readonly Step s_keeperChanged = Step.Skip("the copy in the bucket no longer exists, or has changed");

    private static readonly Step s_putBack = Step.Skip(
        "once it was moved aside, the copy in the bucket could not be read any more, so it was put back");

    private readonly ObjectStore _store;
    private readonly ObjectProof _proof;
    private readonly PlacePairs _places;
    private readonly ConcurrentDictionary<ReportName, ObjectState?> _looked = [];
    private readonly ConcurrentDictionary<string, bool> _unseen = new(StringComparer.Ordinal);

    internal BucketFileActor(
        IChangeableVolume volume, ActOptions options, ActLog log, ObjectStore store, ObjectProof proof)
        : base(volume, options, log)
    {
        (_store, _proof) = (store, proof);
        _places = new PlacePairs(options.AssumeDistinct);
    }

    // The smallest object with a digest is read to see whether it is one.
    protected override IEnumerable<IReadOnlyList<PlanGroup>> Choose(
        IReadOnlyList<PlanGroup> groups, CancellationToken cancellation)
    {
        PlanGroup[] own = [.. groups.Where(static group => group.IsKeptInBuckets)
            .OrderBy(static group => group.Size)];
        if (Options.Buckets is not null && Options.Action == ActionKind.Delete)
        {
            return [own];
        }

        Log.Skip(own, Step.Skip("only a copy in a bucket stays, so it can only be deleted"));
        return [];
    }

    /// <summary>Looks at the objects that the next copies are compared with, in parallel.</summary>
    protected override void LookAhead(IEnumerable<PlanGroup> groups, CancellationToken cancellation)
    {
        ReportName[] names = [.. groups.Select(static group => group.Keep.First(static one => one.IsObject).Names[0])
            .Distinct()];
        _looked.Clear();
        Requests.Run(
            names.Length,
            async (i, stop) => _looked[names[i]] = await _store.LookAsync(names[i], stop).ConfigureAwait(false),
            static (_, _) => { },
            cancellation);
        foreach ((ReportName name, ObjectState? state) in _looked)
        {
            if (state is { WhyNoKeeper: null })
            {
                _proof.Add(name, state);
            }
        }
    }

    protected override Step? Prove(
        PlanGroup group, PlanCopy copy, out HashedFile? file, out DistantCopy? keeper, CancellationToken cancellation)
    {
        file = null;
        keeper = null;
        (ReportName Name, ObjectState State)[] found =
        [
            .. group.Keep.Where(static one => one.IsObject).Take(KeepersMax).Select(static one => one.Names[0])
                .Select(name => (name, _looked.TryGetValue(name, out ObjectState? known)
                    ? known
                    : ObjectRequests.Wait(_store.LookAsync(name, cancellation))))
                .Where(one => one.Item2?.Size == copy.Facts.Size)
                .Select(static one => (one.name, one.Item2!)),
        ];
        (ReportName Name, ObjectState State)[] kept =
            Array.FindAll(found, static one => one.State.WhyNoKeeper is null);
        if (kept.Length == 0)
        {
            return found.Length > 0 ? Step.Skip($"{found[0].Name} {found[0].State.WhyNoKeeper}") : s_keeperChanged;
        }

        if (HashedFile.Open(
            Volume, Folders, copy, kept.SelectMany(static one => one.State.PartSizes), out file, cancellation)
            is { } against)
        {
            return against;
        }

        var own = new ObjectKeeper(file!.Name, file, null);
        (ReportName name, ObjectState state) = kept.FirstOrDefault(
            one => _proof.Known(one.State, own) == true, kept[0]);
        keeper = new StoredCopy(new ObjectKeeper(name, null, state));
        _proof.Add(name, state);
        return ObjectRequests.Wait(_proof.ProveAsync(name, state, own, cancellation)).Against;
    }

    protected override void BeginDeleting(IReadOnlyList<FileTask> tasks, CancellationToken cancellation)
    {
        _places.ForgetFailures();
        NameTask[] open =
        [
            .. tasks.SelectMany(static task => task.Copy.Names)
                .Where(name => _places.IsNew(name.Intent.Name, name.Intent.Keeper))
                .DistinctBy(static name => (
                    PlanPaths.FolderOf(name.Intent.Name), ObjectName.Beside(name.Intent.Keeper, ""))),
        ];
        var probe = new PlaceProbe(Options.Time);
        Requests.Run(
            open.Length,
            async (i, _) =>
            {
                (NameTask name, JournalIntent intent) = (open[i], open[i].Intent);
                var from = new FileFolder(Volume, name.Place.Folder, Volume.MountOf(name.Place.Folder));
                var kept = new ObjectFolder(_store, intent.Keeper, Options.Notice);
                _places.Note(
                    intent.Name, intent.Keeper,
                    await probe.ProbeAsync(from, kept, intent.Temporary).ConfigureAwait(false));
            },
            (i, why) => _places.NoteFailure(open[i].Intent.Name, open[i].Intent.Keeper, why),
            cancellation);
    }

    protected override Step? WhyNot(NameTask name) => _places.WhyNot(name.Intent.Name, name.Intent.Keeper);

    // The file is aside until then, so a keeper that was the file itself is not found any more.
    protected override async ValueTask<Step?> WhyNotKeptAsync(FileTask task, JournalIntent intent)
    {
        ObjectKeeper keeper = ((StoredCopy)task.Keeper).Object;
        (S3Client client, string bucket) = _store.Of(keeper.Name);
        (Step? held, bool isSeen) =
            await BucketGuard.WhyHeldAsync(client, bucket, Log.Id, CancellationToken.None).ConfigureAwait(false);
        if (held is not null)
        {
            return held;
        }

        string name = ObjectName.BucketOf(keeper.Name);
        if (!isSeen && _unseen.TryAdd(name, true))
        {
            Options.Notice(BucketGuard.Unseen(name));
        }

        ObjectState? now =
            await _store.LookAsync(keeper.Name, CancellationToken.None).ConfigureAwait(false);

        // In this order: another file may show meanwhile that both are one place, and a server with a cache may still
        // say that the object exists.
        bool isHeld = _places.IsHeld(intent.Name, intent.Keeper);
        bool isKept = keeper.State!.IsSame(now)
            && (!isHeld || await _store.IsReadableAsync(keeper.Name, now!).ConfigureAwait(false));
        if (isKept)
        {
            _places.Trust(intent.Name, intent.Keeper);
            return _places.WhyNot(intent.Name, intent.Keeper);
        }

        if (!isHeld)
        {
            return s_keeperChanged;
        }

        _places.Note(intent.Name, intent.Keeper, PlaceRelation.Same);
        return s_putBack;
    }

    private sealed record StoredCopy(ObjectKeeper Object) : DistantCopy(Object.Name, Object.Facts);
}

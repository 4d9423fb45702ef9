using System.Collections.Concurrent;
using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Deletes files of which a copy stays in a bucket.</summary>
internal sealed class BucketFileActor : FileActor
{
    private static readonly Step s_keeperChanged = Step.Skip("the copy in the bucket no longer exists, or has changed");

    private readonly string _run;
    private readonly ObjectStore _store;
    private readonly ObjectProof _proof;
    private readonly ConcurrentDictionary<ReportName, ObjectState?> _looked = [];

    internal BucketFileActor(
        IChangeableVolume volume, ActOptions options, Func<string, S3Client> clients, JournalNumbers numbers,
        string run)
        : base(volume, options, numbers)
    {
        _run = run;
        _store = new ObjectStore(clients, options.Time);
        _proof = new ObjectProof(_store, options.DownloadBytesMax, options.Trust);
    }

    /// <summary>Looks at the objects that the next copies are compared with, in parallel.</summary>
    internal override void LookAhead(IEnumerable<PlanGroup> groups, CancellationToken cancellation)
    {
        ReportName[] names = [.. groups.Select(static group => group.Keep.First(static one => one.IsObject).Names[0])
            .Distinct()];
        _looked.Clear();
        Requests.Run(
            names.Length,
            async (i, stop) => _looked[names[i]] = await _store.LookAsync(names[i], stop).ConfigureAwait(false),
            static (_, _) => { },
            cancellation);
    }

    protected override Step? Prove(
        PlanGroup group, PlanCopy copy, out HashedFile? file, out DistantCopy? keeper, CancellationToken cancellation)
    {
        file = null;
        keeper = null;
        (ReportName Name, ObjectState State)[] kept =
        [
            .. group.Keep.Where(static one => one.IsObject).Take(KeepersMax).Select(static one => one.Names[0])
                .Select(name => (name, _looked.TryGetValue(name, out ObjectState? known)
                    ? known
                    : ObjectRequests.Wait(_store.LookAsync(name, cancellation))))
                .Where(one => one.Item2 is { IsArchived: false } state && state.Size == copy.Facts.Size)
                .Select(static one => (one.name, one.Item2!)),
        ];
        if (kept.Length == 0)
        {
            return s_keeperChanged;
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
        return ObjectRequests.Wait(_proof.ProveAsync(name, state, own, cancellation));
    }

    protected override async ValueTask<Step?> WhyNotKeptAsync(FileTask task)
    {
        ObjectKeeper keeper = ((StoredCopy)task.Keeper).Object;
        (S3Client client, string bucket) = _store.Of(keeper.Name);
        if (await BucketGuard.WhyHeldAsync(client, bucket, _run, CancellationToken.None).ConfigureAwait(false)
            is { } held)
        {
            return held;
        }

        ObjectState? now =
            await _store.LookAsync(keeper.Name, CancellationToken.None).ConfigureAwait(false);
        return now?.ETag == keeper.State!.ETag ? null : s_keeperChanged;
    }

    private sealed record StoredCopy(ObjectKeeper Object) : DistantCopy(Object.Name, Object.Facts);
}

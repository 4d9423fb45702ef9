using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Deletes files of which a copy stays in a bucket.</summary>
/// <remarks>
/// As for other files, a name is moved aside and checked before it goes, and then the keeper is looked at once more.
/// Not thread-safe.
/// </remarks>
internal sealed class FileActor : IDisposable
{
    /// <summary>The most files that are open and leased at a time.</summary>
    internal const int FilesAtOnce = 64;

    private const int KeepersMax = 8;

    private static readonly Step s_keeperChanged = Step.Skip("the copy in the bucket no longer exists, or has changed");
    private static readonly Step s_replaced = Step.Skip("another program replaced it");
    private static readonly Step s_changed = Step.Skip("another program changed it or its attributes");

    private readonly IChangeableVolume _volume;
    private readonly string _run;
    private readonly FolderPool _folders;
    private readonly Preparation _preparation;
    private readonly ObjectStore _store;
    private readonly ObjectProof _proof;
    private readonly ObjectRequests _requests = new();

    internal FileActor(
        IChangeableVolume volume, ActOptions options, Func<string, S3Client> clients, JournalNumbers numbers,
        string run)
    {
        (_volume, _run) = (volume, run);
        _folders = new FolderPool(volume);

        // A symbolic link cannot lead to an object.
        _preparation = new Preparation(volume, _folders, bin: null, options with { RetargetLinks = false }, numbers);
        _store = new ObjectStore(clients, options.Time);
        _proof = new ObjectProof(_store, options.DownloadBytesMax, options.Trust);
    }

    public void Dispose() => _folders.Dispose();

    /// <summary>Returns whether there is room for another copy. If not, <see cref="EndBatch"/> makes room.</summary>
    internal bool HasRoomFor(PlanCopy copy) => _folders.HasRoomFor(2 * copy.Names.Count);

    /// <summary>Closes all folders.</summary>
    internal void EndBatch() => _folders.Clear();

    /// <summary>Opens a copy, and proves it equal to an object that stays.</summary>
    /// <param name="group">The group.</param>
    /// <param name="copy">The copy.</param>
    /// <param name="tell">Receives each name that is skipped.</param>
    /// <param name="cancellation">Cancels reading.</param>
    /// <returns>The copy, or null if all its names are skipped.</returns>
    internal FileTask? Prepare(
        PlanGroup group, PlanCopy copy, Action<ReportName, Step> tell, CancellationToken cancellation)
    {
        HashedFile? file = null;
        ObjectKeeper? keeper = null;
        Step? against = _requests.Guard(() => Prove(group, copy, out file, out keeper, cancellation));
        CopyTask? task = null;
        if (against is { } step)
        {
            copy.Names.ToList().ForEach(name => tell(name, step));
        }
        else
        {
            // An object has no owner that could differ.
            FileFacts facts = keeper!.Facts with { Owner = copy.Facts.Owner, Group = copy.Facts.Group };
            var found = new FoundKeeper(default, keeper.Name, facts, new FileExtras(0, []), Mount: 0);
            task = _preparation.Prepare(group, found, copy, tell);
        }

        if (task is not null)
        {
            return new FileTask(task, file!, keeper!);
        }

        file?.Dispose();
        return null;
    }

    /// <summary>Deletes a name whose intent is in the journal.</summary>
    internal Step Delete(FileTask task, NameTask name)
    {
        Place place = name.Place;
        VolumeError error = _volume.Move(place.Folder, place.Bytes, place.Folder, name.Temporary);
        if (error.Failed)
        {
            return Step.Fail(_volume, "it cannot be moved aside", error);
        }

        Step? against = WhyNot(task, name)
            ?? _requests.Guard(() => WhyNotKept(task.Keeper));
        if (against is null)
        {
            error = _volume.Remove(place.Folder, name.Temporary);
            against = error.Failed ? Step.Fail(_volume, "it cannot be removed", error) : null;
        }

        if (against is not { } step)
        {
            return Step.Done;
        }

        error = _volume.Move(place.Folder, name.Temporary, place.Folder, place.Bytes);
        return error.Failed ? step.Left("the old file", name.Temporary, _volume, error) : step;
    }

    private Step? Prove(
        PlanGroup group, PlanCopy copy, out HashedFile? file, out ObjectKeeper? keeper, CancellationToken cancellation)
    {
        file = null;
        keeper = null;
        (ReportName Name, ObjectState State)[] kept =
        [
            .. group.Keep.Where(static one => one.IsObject).Take(KeepersMax).Select(static one => one.Names[0])
                .Select(name => (name, ObjectRequests.Wait(_store.LookAsync(name, cancellation))))
                .Where(one => one.Item2 is { IsArchived: false } state && state.Size == copy.Facts.Size)
                .Select(static one => (one.name, one.Item2!)),
        ];
        if (kept.Length == 0)
        {
            return s_keeperChanged;
        }

        if (HashedFile.Open(
            _volume, _folders, copy, kept.SelectMany(static one => one.State.PartSizes), out file, cancellation)
            is { } against)
        {
            return against;
        }

        var own = new ObjectKeeper(file!.Name, file, null);
        (ReportName name, ObjectState state) = kept.FirstOrDefault(
            one => _proof.Known(one.State, own) == true, kept[0]);
        keeper = new ObjectKeeper(name, null, state);
        return ObjectRequests.Wait(_proof.ProveAsync(name, state, own, cancellation));
    }

    // Undo restores the attributes that the journal has.
    private Step? WhyNot(FileTask task, NameTask name)
    {
        JournalIntent intent = name.Intent;
        VolumeError error = _volume.Stat(
            name.Place.Folder, name.Temporary, LinkPolicy.Stay, FactFields.All, out FileFacts aside);
        if (error.Failed || !Identity.SameFile(aside, intent.Facts) || !Identity.SameFile(aside, task.File.Facts))
        {
            return s_replaced;
        }

        bool isAlike = aside.Mode == intent.Facts.Mode && aside.Owner == intent.Facts.Owner
            && aside.Group == intent.Facts.Group && task.File.HasContent && task.File.HasExtras(intent.Extras);
        return isAlike ? null : s_changed;
    }

    private Step? WhyNotKept(ObjectKeeper keeper)
    {
        (S3Client client, string bucket) = _store.Of(keeper.Name);
        if (ObjectRequests.Wait(BucketGuard.WhyHeldAsync(client, bucket, _run, CancellationToken.None)) is { } held)
        {
            return held;
        }

        ObjectState? now = ObjectRequests.Wait(_store.LookAsync(keeper.Name, CancellationToken.None));
        return now?.ETag == keeper.State!.ETag ? null : s_keeperChanged;
    }
}

/// <summary>A file that is deleted because a copy stays in a bucket.</summary>
/// <param name="Copy">The copy, with its names.</param>
/// <param name="File">The open file.</param>
/// <param name="Keeper">The object that stays.</param>
internal sealed record FileTask(CopyTask Copy, HashedFile File, ObjectKeeper Keeper);

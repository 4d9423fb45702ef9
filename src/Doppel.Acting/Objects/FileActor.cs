using System.Collections.Concurrent;
using Doppel.Reports;
using Doppel.S3;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Deletes files of which a copy stays in a bucket.</summary>
/// <remarks>
/// As for other files, a name is moved aside and checked before it goes, and then the keeper is looked at once more.
/// Not thread-safe, but deletes in parallel, since each file takes two requests.
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
    private readonly ConcurrentDictionary<ReportName, ObjectState?> _looked = [];

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

    /// <summary>Looks at the objects that the next copies are compared with, in parallel.</summary>
    internal void LookAhead(IEnumerable<PlanGroup> groups, CancellationToken cancellation)
    {
        ReportName[] names = [.. groups.Select(static group => group.Keep.First(static one => one.IsObject).Names[0])
            .Distinct()];
        _looked.Clear();
        _requests.Run(
            names.Length,
            async (i, stop) => _looked[names[i]] = await _store.LookAsync(names[i], stop).ConfigureAwait(false),
            static (_, _) => { },
            cancellation);
    }

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

    /// <summary>Deletes files whose intents are in the journal.</summary>
    /// <returns>For each file, the outcome for each of its names.</returns>
    internal Step[][] Delete(IReadOnlyList<FileTask> tasks, CancellationToken cancellation)
    {
        Step[][] outcomes = [.. tasks.Select(static task => new Step[task.Copy.Names.Count])];
        _requests.Run(
            tasks.Count,
            async (i, _) =>
            {
                for (int name = 0; name < outcomes[i].Length; name++)
                {
                    outcomes[i][name] = cancellation.IsCancellationRequested
                        ? Step.Skip(ActResult.Interrupted)
                        : await DeleteAsync(tasks[i], tasks[i].Copy.Names[name]).ConfigureAwait(false);
                }
            },
            (i, why) => Array.Fill(outcomes[i], why),
            cancellation);
        return outcomes;
    }

    private async ValueTask<Step> DeleteAsync(FileTask task, NameTask name)
    {
        Place place = name.Place;
        VolumeError error = _volume.Move(place.Folder, place.Bytes, place.Folder, name.Temporary);
        if (error.Failed)
        {
            return Step.Fail(_volume, "it cannot be moved aside", error);
        }

        Step? against = WhyNot(task, name)
            ?? await _requests.GuardAsync(() => WhyNotKeptAsync(task.Keeper)).ConfigureAwait(false);
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

    private async ValueTask<Step?> WhyNotKeptAsync(ObjectKeeper keeper)
    {
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
}

/// <summary>A file that is deleted because a copy stays in a bucket.</summary>
/// <param name="Copy">The copy, with its names.</param>
/// <param name="File">The open file.</param>
/// <param name="Keeper">The object that stays.</param>
internal sealed record FileTask(CopyTask Copy, HashedFile File, ObjectKeeper Keeper);

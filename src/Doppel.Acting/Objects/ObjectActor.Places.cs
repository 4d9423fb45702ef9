using Doppel.Reports;
using Doppel.S3;

namespace Doppel.Acting;

/// <content>Keeps an object that is its own keeper under another name.</content>
internal sealed partial class ObjectActor
{
    private static readonly Step s_notHeld = Step.Skip(
        "no copy of it can be kept until its keeper has been read again, and nothing else tells that both differ "
        + "and that no other run removes the keeper (--assume-distinct)");

    // Whether the object comes back unless its keeper can be read once it is gone.
    private bool IsHeld(ObjectTask task) => task is { Intent: not null, Group.IsAlone: false }
        && (_places.IsHeld(task.Name, task.KeeperName) || _locks.MayBeHeldUnseen(task));

    // Two objects of one bucket, as one profile calls it, have two keys.
    private void Probe(IReadOnlyList<ObjectTask> tasks, CancellationToken cancellation)
    {
        ObjectTask[] open =
        [
            .. tasks.Where(task => task is { Outcome: null, Group.IsAlone: false }
                && _places.IsNew(task.Name, task.KeeperName)
                && !(ObjectName.Is(task.KeeperName)
                    && ObjectName.BucketOf(task.KeeperName) == ObjectName.BucketOf(task.Name)))
                .DistinctBy(static task => (
                    ObjectName.Beside(task.Name, ""), ObjectName.Beside(task.KeeperName, ""))),
        ];
        var probe = new PlaceProbe(_options.Time);
        _folders.Clear();
        _places.ForgetFailures();
        ITokenFolder?[] kept = [.. open.Select(KeptFolderOf)];
        _requests.Run(
            open.Length,
            async (i, _) => _places.Note(
                open[i].Name, open[i].KeeperName,
                kept[i] is { } folder
                    ? await probe.ProbeAsync(
                        new ObjectFolder(_store, open[i].Name, _options.Notice), folder, open[i].Intent!.Temporary)
                        .ConfigureAwait(false)
                    : PlaceRelation.Unknown),
            (i, why) => _places.NoteFailure(open[i].Name, open[i].KeeperName, why),
            cancellation);
    }

    private ITokenFolder? KeptFolderOf(ObjectTask task)
    {
        if (ObjectName.Is(task.KeeperName))
        {
            return new ObjectFolder(_store, task.KeeperName, _options.Notice);
        }

        return _folders.Find(task.KeeperName, out Place place).Failed
            ? null
            : new FileFolder(_volume, place.Folder, _volume.MountOf(place.Folder));
    }

    private async ValueTask<Step> DeleteOrTakeBackAsync(ObjectTask task)
    {
        if (!IsHeld(task))
        {
            return await DeleteAsync(task).ConfigureAwait(false);
        }

        // A version that is deleted can come back. Elsewhere a copy beside the object stays until the keeper was read.
        if (_locks.Of(task).KeepsVersionOf(task.State!))
        {
            Step deleted = await DeleteAsync(task).ConfigureAwait(false);
            return deleted.IsDone ? await TakeBackUnlessKeptAsync(task, default).ConfigureAwait(false) : deleted;
        }

        ReportName aside = task.Intent!.Aside;
        S3PutResult copy;
        try
        {
            copy = await _store.CopyAsync(task.Name, task.State!, aside, task.State!, CancellationToken.None)
                .ConfigureAwait(false);
        }
        catch (S3Exception refused) when (BucketGuard.IsRefused(refused))
        {
            return _options.AssumeDistinct ? await DeleteAsync(task).ConfigureAwait(false) : s_notHeld;
        }

        if (!copy.IsStored)
        {
            return ObjectLook.Changed;
        }

        Step step = await DeleteAsync(task).ConfigureAwait(false);
        step = step.IsDone ? await TakeBackUnlessKeptAsync(task, aside).ConfigureAwait(false) : step;
        if (step.Status != ActStatus.Unfinished)
        {
            await _store.RemoveAsync(aside, copy, CancellationToken.None).ConfigureAwait(false);
        }

        return step;
    }

    // The object is gone from its name. Its content is under another one, or it has a version.
    private async ValueTask<Step> TakeBackUnlessKeptAsync(ObjectTask task, ReportName held)
    {
        if (await IsReadAgainAsync(task.Keeper!).ConfigureAwait(false))
        {
            _places.Trust(task.Name, task.KeeperName);
            return Step.Done;
        }

        _places.Note(task.Name, task.KeeperName, PlaceRelation.Same);
        try
        {
            bool isBack = held.IsEmpty
                ? await _store.RestoreVersionAsync(task.Name, task.State!.VersionId!, CancellationToken.None)
                    .ConfigureAwait(false)
                : await _store.LookAsync(held, CancellationToken.None).ConfigureAwait(false) is { } copy
                    && (await _store.CopyAsync(held, copy, task.Name, task.State!, CancellationToken.None)
                        .ConfigureAwait(false)).IsStored;
            return isBack
                ? Step.Skip("once it was removed, its keeper could not be read any more, so it was put back")
                : Step.Unfinished($"its keeper cannot be read any more, and it cannot be put back{At(held)}");
        }
        catch (S3Exception failure)
        {
            return Step.Unfinished(
                $"its keeper cannot be read any more, and it cannot be put back{At(held)}: "
                + failure.Message.TrimEnd('.'));
        }

        static string At(ReportName held) => held.IsEmpty ? "" : $"; its content is in {held}";
    }

    private async ValueTask<bool> IsReadAgainAsync(ObjectKeeper keeper)
    {
        try
        {
            return keeper.File is { } file
                ? IsReadAgain(file)
                : await _store.IsReadableAsync(keeper.Name, keeper.State!).ConfigureAwait(false);
        }
        catch (Exception failure) when (failure is S3Exception or S3CredentialsException or IOException)
        {
            return false;
        }
    }

    // Opened again by its name, since an open file can be read after it is gone.
    private bool IsReadAgain(HashedFile file)
    {
        using var folders = new FolderPool(_volume);
        var copy = new PlanCopy { Names = [file.Name], Facts = file.Facts };
        if (HashedFile.Open(_volume, folders, copy, [], out HashedFile? again, CancellationToken.None) is not null)
        {
            return false;
        }

        using (again)
        {
            return again!.Digest == file.Digest;
        }
    }
}

using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Restores a symbolic link that was removed with its folder.</summary>
/// <param name="volume">The volume that holds the link.</param>
/// <param name="folders">Finds folders.</param>
/// <param name="inspector">Recognizes what the run may have left.</param>
/// <param name="trash">Accesses the trash, or null if the run moved nothing there.</param>
internal sealed class LinkRestorer(
    IChangeableVolume volume, FolderPool folders, NameInspector inspector, TrashRestorer? trash)
{
    private readonly NameRestorer _restorer = new(volume);

    /// <summary>Restores the link if its name is free.</summary>
    internal Step Reverse(JournalIntent intent)
    {
        VolumeError error = folders.Find(intent.Name, out Place place);
        if (error.Failed)
        {
            return Step.Fail(volume, "its folder cannot be opened", error);
        }

        byte[] own = NameInspector.OwnTemporaryOf(intent);
        if (FolderRemoval.IsLink(volume, place.Folder, own, intent))
        {
            volume.Remove(place.Folder, own);
        }

        FileFacts? here = inspector.Look(place.Folder, place.Bytes, out error);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be examined", error);
        }

        Step step = here is not null ? WhyNot(place, intent) : Make(place, intent);
        if (step.Status is ActStatus.Done or ActStatus.Idle && !intent.Target.IsEmpty)
        {
            Step removed = RemoveThere(intent);
            return removed.Status == ActStatus.Unfinished ? removed : step;
        }

        return step;
    }

    private Step WhyNot(Place place, JournalIntent intent) =>
        FolderRemoval.IsLink(volume, place.Folder, place.Bytes, intent)
            ? Step.Idle("it is unchanged")
            : Step.Skip("it is no longer as the run left it");

    // Removes the link from where it was moved: a link has no content, and a recreated one is just as good.
    private Step RemoveThere(JournalIntent intent)
    {
        Step step = Step.Done;
        if (!folders.Find(intent.Target, out Place target).Failed)
        {
            byte[] own = NameInspector.OwnTemporaryOf(intent);
            bool IsIt(byte[] name) => FolderRemoval.IsLink(volume, target.Folder, name, intent);
            step = _restorer.FinishRemove(target, own, IsIt, intent.Target);
            if (step.IsDone && FolderRemoval.IsLink(volume, target.Folder, target.Bytes, intent))
            {
                step = _restorer.Remove(target, own, IsIt, intent.Target);
            }
        }

        Step forgotten = trash?.Forget(intent) ?? Step.Done;
        return step.IsDone ? forgotten : step;
    }

    private Step Make(Place place, JournalIntent intent)
    {
        byte[] temporary = NameInspector.TemporaryOf(intent);
        VolumeError error;
        if (FolderRemoval.IsLink(volume, place.Folder, temporary, intent))
        {
            return _restorer.Give(place, temporary);
        }

        if (inspector.Look(place.Folder, temporary, out _) is not null)
        {
            // The run was interrupted just after it had moved another program's file aside.
            Step given = _restorer.Give(place, temporary, static () => false);
            return given.IsDone ? Step.Skip("it is no longer as the run left it") : given;
        }

        byte[] own = NameInspector.OwnTemporaryOf(intent);
        error = volume.MakeSymbolicLink(intent.LinkText.Bytes, place.Folder, own);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be made", error);
        }

        error = volume.RestoreLink(place.Folder, own, intent.Facts);
        if (error.Failed)
        {
            volume.Remove(place.Folder, own);
            return Step.Fail(volume, "it cannot be made", error);
        }

        return _restorer.Give(place, own);
    }
}

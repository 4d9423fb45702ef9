using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Restores files from the trash.</summary>
internal sealed class TrashRestorer(IChangeableVolume volume, FolderPool folders)
{
    private const int InfoBytesMax = 64 * 1024;

    private readonly NameRestorer _restorer = new(volume);

    /// <summary>Moves a file back to its name, which must be free.</summary>
    /// <returns>The outcome, or null if the file is no longer in the trash.</returns>
    internal Step? Restore(Place place, JournalIntent intent)
    {
        FileFacts facts = default;
        if (intent.Target.IsEmpty || folders.Find(intent.Target, out Place target).Failed
            || volume.Stat(target.Folder, target.Bytes, LinkPolicy.Stay, FactFields.All, out facts).Failed
            || !Identity.SameFile(facts, intent.Facts))
        {
            return null;
        }

        if (_restorer.Move(target, place, it => Identity.SameFile(it, intent.Facts), out VolumeError error)
            is { } against)
        {
            return against;
        }

        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be moved back out of the trash", error);
        }

        return Forget(intent);
    }

    /// <summary>Removes the trash information of a file that is not, or no longer, in the trash.</summary>
    /// <returns>Done, or why a file is left under a temporary name.</returns>
    internal Step Forget(JournalIntent intent)
    {
        if (intent.Target.IsEmpty || folders.Find(intent.Target, out Place target).Failed
            || folders.Find(TrashBin.InfoOf(intent.Target), out Place info).Failed)
        {
            return Step.Done;
        }

        byte[] own = NameInspector.OwnTemporaryOf(intent);
        bool IsIt(byte[] name) => IsOf(info with { Name = name }, intent);
        ReportName at = TrashBin.InfoOf(intent.Target);
        Step finished = _restorer.FinishRemove(info, own, IsIt, at);
        bool isGone = volume.Stat(target.Folder, target.Bytes, LinkPolicy.Stay, FactFields.None, out _).Kind
            == VolumeErrorKind.Vanished;
        if (!finished.IsDone || !isGone || !IsOf(info, intent))
        {
            return finished;
        }

        // Information that stays without its file does no harm.
        Step removed = _restorer.Remove(info, own, IsIt, at);
        return removed.Status == ActStatus.Unfinished ? removed : Step.Done;
    }

    // Another program may have moved another file with this name to the trash since.
    private bool IsOf(Place info, JournalIntent intent)
    {
        if (volume.OpenFile(info.Folder, info.Bytes, out FileHandle file, out FileFacts facts).Failed)
        {
            return false;
        }

        byte[] content = new byte[Math.Min(facts.Size, InfoBytesMax)];
        bool isRead = !volume.Read(file, 0, content, out _).Failed;
        volume.Close(file);
        return isRead && TrashInfo.IsOf(content, intent.Name);
    }
}

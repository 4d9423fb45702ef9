using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Cleans up what a run has left at the destination of a file that is still under its name.</summary>
internal sealed class TargetCleaner(
    IChangeableVolume volume, FolderPool folders, NameInspector inspector, TrashRestorer trash, ActionKind action)
{
    /// <summary>Removes the trash information, or the copy under a temporary name that was not finished.</summary>
    /// <returns>Done, or why something is left.</returns>
    internal Step Clear(JournalIntent intent)
    {
        if (action == ActionKind.Trash)
        {
            return trash.Forget(intent);
        }

        byte[] temporary = NameInspector.TemporaryOf(intent);
        if (action != ActionKind.Move || folders.Find(intent.Target, out Place target).Failed
            || inspector.Look(target.Folder, temporary, out _) is not { Kind: EntryKind.File })
        {
            return Step.Done;
        }

        VolumeError error = volume.Remove(target.Folder, temporary);
        return error.Failed
            ? Step.Unfinished(
                $"its copy {intent.Temporary} next to {intent.Target} cannot be removed: {volume.Describe(error)}")
            : Step.Done;
    }
}

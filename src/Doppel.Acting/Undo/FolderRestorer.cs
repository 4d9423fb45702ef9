using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Recreates folders that a run has removed, and restores their metadata at the end.</summary>
/// <remarks>
/// A folder is created with access for this user only. Its owner, mode, attributes and times are restored once its
/// entries are back, because they may forbid creating entries, and because each created entry changes the time.
/// </remarks>
internal sealed class FolderRestorer(IChangeableVolume volume, FolderPool folders, LaterRuns later)
{
    private const uint PrivateMode = 0x1C0; // rwx------

    private readonly NumberSet _made = new();

    /// <summary>Returns whether a folder is missing and must therefore be recreated.</summary>
    internal bool IsMissing(JournalIntent intent)
    {
        VolumeError error = folders.Find(intent.Name, out Place place)
            || volume.Stat(place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.None, out _);
        return error.Kind == VolumeErrorKind.Vanished;
    }

    /// <summary>Recreates a missing folder. Its parent folders must be recreated first.</summary>
    /// <returns>Why it could not be created, or null on success.</returns>
    internal Step? Make(JournalIntent intent)
    {
        VolumeError error = folders.Find(intent.Name, out Place place)
            || volume.MakeFolder(place.Folder, place.Bytes, PrivateMode);
        if (error.Failed)
        {
            return Step.Fail(volume, "the folder cannot be made", error);
        }

        _made.Add(intent.Number);
        return null;
    }

    /// <summary>Restores the metadata of a folder, if it is the run's own folder or was recreated by an undo.</summary>
    internal Step Finish(JournalBatch batch, JournalIntent intent)
    {
        VolumeError error = volume.OpenFolderStrictly(intent.Name.Bytes, out FolderHandle folder, out FileFacts facts);
        if (error.Kind == VolumeErrorKind.Vanished)
        {
            // The folder could not be created, or has been removed again since.
            if (Make(intent) is { } refused)
            {
                return refused;
            }

            error = volume.OpenFolderStrictly(intent.Name.Bytes, out folder, out facts);
        }

        if (error.Failed)
        {
            return Step.Fail(volume, "the folder cannot be opened", error);
        }

        bool isMade = _made.Contains(intent.Number) || later.MadeByUndo.Contains(intent.Number);

        // The inode number of a removed folder may be reused by the next folder that anyone creates.
        bool isRemoved = batch.Outcomes.TryGetValue(intent.Number, out JournalOutcome outcome)
            && outcome.Status == ActStatus.Done;
        Step step = isMade || (!isRemoved && Identity.SameInode(facts, intent.Facts))
            ? Restore(folder, facts, intent, isMade)
            : Step.Skip("another folder has its name");
        volume.Close(folder);
        return step;
    }

    private Step Restore(FolderHandle folder, in FileFacts facts, JournalIntent intent, bool isMade)
    {
        VolumeError error = volume.ReadExtras(folder, out FileExtras extras);
        bool isAsBefore = !error.Failed && facts.Modified == intent.Facts.Modified && facts.Mode == intent.Facts.Mode
            && facts.Owner == intent.Facts.Owner && facts.Group == intent.Facts.Group
            && extras.IsLike(intent.Extras);
        if (isAsBefore && !_made.Contains(intent.Number))
        {
            return Step.Idle("it is unchanged");
        }

        error = volume.Restore(folder, intent.Facts, intent.Extras);
        if (error.Failed)
        {
            return Step.Fail(volume, "the folder cannot get its owner, mode, attributes and time back", error);
        }

        if (!volume.ReadExtras(folder, out FileExtras now).Failed
            && intent.Extras.MissingIn(now) is { Count: > 0 } missing)
        {
            return Step.Done with { Reason = $"could not be restored: {string.Join(", ", missing)}" };
        }

        return isMade ? Step.Done : Step.Idle("it is unchanged");
    }
}

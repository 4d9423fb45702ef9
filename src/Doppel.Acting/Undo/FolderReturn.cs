using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Makes folders again that a run has removed, and gives them in the end what they were.</summary>
/// <remarks>
/// A folder is made for this user alone. Owner, mode, attributes and times come when its entries are back, since they
/// may forbid to make any, and since each one that is made changes the time.
/// </remarks>
internal sealed class FolderReturn(IChangeableVolume volume, FolderPool folders, LaterRuns later)
{
    private const uint PrivateMode = 0x1C0; // rwx------

    private readonly NumberSet _made = new();

    /// <summary>Whether a folder is missing, so that it is to be made.</summary>
    internal bool IsMissing(JournalIntent intent)
    {
        VolumeError error = folders.Find(intent.Name, out Place place);
        error = error.Failed
            ? error
            : volume.Stat(place.Folder, place.Bytes, LinkPolicy.Stay, FactFields.None, out _);
        return error.Kind == VolumeErrorKind.Vanished;
    }

    /// <summary>Makes a folder that is missing; those above it come first.</summary>
    /// <returns>Why it could not be made; null if it was.</returns>
    internal Step? Make(JournalIntent intent)
    {
        VolumeError error = folders.Find(intent.Name, out Place place);
        error = error.Failed ? error : volume.MakeFolder(place.Folder, place.Bytes, PrivateMode);
        if (error.Failed)
        {
            return Step.Fail(volume, "the folder cannot be made", error);
        }

        _made.Add(intent.Number);
        return null;
    }

    /// <summary>Gives a folder what it was, if it is the run's own or an undo has made it.</summary>
    internal Step Finish(JournalBatch batch, JournalIntent intent)
    {
        VolumeError error = volume.OpenFolderStrictly(intent.Name.Bytes, out FolderHandle folder, out FileFacts facts);
        if (error.Kind == VolumeErrorKind.Vanished)
        {
            // It could not be made, or has gone again meanwhile.
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

        // The number of a folder that was removed may be that of the next one that anybody makes.
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
            && extras.Flags == intent.Extras.Flags
            && extras.Attributes.SequenceEqual(intent.Extras.Attributes);
        if (isAsBefore && !_made.Contains(intent.Number))
        {
            return Step.Idle("it is as it was");
        }

        error = volume.Restore(folder, intent.Facts, intent.Extras);
        return error.Failed
            ? Step.Fail(volume, "the folder cannot be given its owner, mode, attributes and time", error)
            : isMade ? Step.Done
            : Step.Idle("it is as it was");
    }
}

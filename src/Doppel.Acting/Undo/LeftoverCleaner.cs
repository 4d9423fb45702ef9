using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Cleans up what a run or its undo has left beside a name because it was interrupted between two steps.
/// </summary>
internal sealed class LeftoverCleaner(
    IChangeableVolume volume, NameInspector inspector, FileProof proof, ContentSearch search)
{
    private readonly NameRestorer _restorer = new(volume);
    private readonly Dictionary<ulong, bool> _showOldListings = [];

    /// <summary>Puts back or removes what is found under the temporary names.</summary>
    /// <param name="place">The name.</param>
    /// <param name="intent">The intent of the run for the name.</param>
    /// <param name="here">The facts of the file under the name. Fetched again if it has changed.</param>
    /// <returns>The outcome for the name, or null if more must be done.</returns>
    internal Step? Clear(Place place, JournalIntent intent, ref FileFacts? here)
    {
        if (here is null && PutLinkBack(place, intent) is var link && link is not null)
        {
            here = link;
        }

        return ClearOwn(place, intent, here) ?? ClearLeft(place, intent, here);
    }

    // Where names cannot be exchanged, an interrupted undo may have moved the link aside and got no further.
    private FileFacts? PutLinkBack(Place place, JournalIntent intent)
    {
        byte[] temporary = NameInspector.TemporaryOf(intent);
        return inspector.Look(place.Folder, temporary, out _) is { } left
            && inspector.IsLinkToKeeper(place, temporary, intent, left)
            && !volume.Move(place.Folder, temporary, place.Folder, place.Bytes).Failed ? left : null;
    }

    // Handles what an interrupted undo has left: the file that it was rebuilding, or the link that it exchanged for the
    // file.
    private Step? ClearOwn(Place place, JournalIntent intent, FileFacts? here)
    {
        byte[] own = NameInspector.OwnTemporaryOf(intent);
        FileFacts? left = inspector.Look(place.Folder, own, out VolumeError error);
        if (error.Failed)
        {
            return Step.Fail(volume, "its temporary name cannot be examined", error);
        }

        if (left is not { } facts)
        {
            return null;
        }

        bool isOurs = !inspector.MakesLinks || NameInspector.IsAlike(facts, intent.Facts)
            || inspector.IsLinkToKeeper(place, own, intent, facts) || inspector.IsOurs(place, intent, here);
        if (!isOurs && here is { } rebuilt && NameInspector.IsAlike(rebuilt, intent.Facts))
        {
            // The undo was interrupted just after a file that somebody had saved under the name came out. That file
            // gets its name back.
            Step step = _restorer.Replace(
                place, own, NameInspector.TemporaryOf(intent),
                name => inspector.Look(place.Folder, name, out _) is { } out_ && Identity.SameInode(out_, rebuilt),
                static () => false);
            return step.IsDone ? Step.Skip("another file took its name") : step;
        }

        if (!isOurs)
        {
            return Step.Unfinished($"there is an unknown file {Encoding.ASCII.GetString(own)} next to it");
        }

        error = volume.Remove(place.Folder, own);
        return error.Failed ? Step.Done.NotRemoved("the file of an undo", own, volume, error) : null;
    }

    // Handles what the run has left if it was interrupted between two steps.
    private Step? ClearLeft(Place place, JournalIntent intent, FileFacts? here)
    {
        byte[] temporary = NameInspector.TemporaryOf(intent);
        FileFacts? left = inspector.Look(place.Folder, temporary, out VolumeError error);
        if (error.Failed)
        {
            return Step.Fail(volume, "its temporary name cannot be examined", error);
        }

        if (left is not { } facts)
        {
            return ClearTokenOfKeeper(place, intent);
        }

        if (facts.Kind == EntryKind.Folder || (facts.Size == 0 && here is { } own
            && Identity.SameFile(own, intent.Facts) && !Identity.SameFile(facts, intent.Facts)))
        {
            error = FileFolder.Clear(volume, place.Folder, temporary);
            return error.Failed ? Step.Done.NotRemoved("the token", temporary, volume, error)
                : ClearTokenOfKeeper(place, intent);
        }

        if (Identity.SameFile(facts, intent.Facts) && here is not null)
        {
            return TakeBack(place, temporary, intent, here);
        }

        if (inspector.IsLinkToKeeper(place, temporary, intent, facts))
        {
            error = volume.Remove(place.Folder, temporary);
            return error.Failed ? Step.Done.NotRemoved("the link", temporary, volume, error) : null;
        }

        if (Identity.SameFile(facts, intent.Facts))
        {
            return _restorer.Give(place, temporary, () => IsHeldByKeeper(place, temporary, intent));
        }

        // A file that had replaced the old file before the run moved it aside.
        error = volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
        return error.Failed
            ? Step.Unfinished($"its name is taken; the file that had it is {intent.Temporary} next to it")
            : Step.Done;
    }

    // The run may have tried whether both folders are one with a new folder on either side.
    private Step? ClearTokenOfKeeper(Place place, JournalIntent intent)
    {
        if (intent.KeeperFacts.Device != intent.Facts.Device || ShowsOldListings(place, intent.Facts.Device))
        {
            FileFolder.ClearAtKeeper(volume, intent.Keeper, intent.Temporary);
        }

        return null;
    }

    private bool ShowsOldListings(Place place, ulong device)
    {
        if (!_showOldListings.TryGetValue(device, out bool shows))
        {
            shows = PlaceKinds.Of(volume.MountOf(place.Folder)) == PlaceKind.MayShowOldListings;
            _showOldListings.Add(device, shows);
        }

        return shows;
    }

    // The old file has the temporary name.
    private Step TakeBack(Place place, byte[] temporary, JournalIntent intent, FileFacts? here)
    {
        if (inspector.IsOurs(place, intent, here))
        {
            return _restorer.Replace(
                place, temporary, NameInspector.OwnTemporaryOf(intent),
                name => inspector.IsOurs(place with { Name = name }, intent, inspector.Look(place.Folder, name, out _)),
                () => IsHeldByKeeper(place, temporary, intent));
        }

        if (!IsHeldByKeeper(place, temporary, intent))
        {
            return Step.Unfinished($"another file has its name; the old one is {intent.Temporary} next to it");
        }

        VolumeError error = volume.Remove(place.Folder, temporary);
        return error.Failed
            ? Step.Skip("another file has its name").NotRemoved("the old one", temporary, volume, error)
            : Step.Skip("another file has its name; the old one equals its keeper and was removed");
    }

    // Recorded digests do not count here: both files are compared in their current state.
    private bool IsHeldByKeeper(Place place, byte[] temporary, JournalIntent intent)
    {
        if (intent.Media is not null || intent.Keeper.IsEmpty
            || search.Open(intent.Keeper, out FileHandle keeper, out FileFacts facts) is not null)
        {
            return false;
        }

        bool isHeld = !volume.OpenFile(place.Folder, temporary, out FileHandle old, out FileFacts left).Failed;
        if (isHeld)
        {
            isHeld = left.Size == facts.Size && !Identity.SameInode(left, facts)
                && proof.Compare(keeper, old, facts.Size, out _, CancellationToken.None) is null;
            volume.Close(old);
        }

        volume.Close(keeper);
        return isHeld;
    }
}

using System.Text;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Clears away what a run, or its undo, has left beside a name when it ended between two steps.</summary>
internal sealed class Leftovers(IChangeableVolume volume, Remains remains)
{
    /// <summary>Puts back, or takes away, what stands under the temporary names.</summary>
    /// <param name="place">The name.</param>
    /// <param name="intent">What the run was about to do with it.</param>
    /// <param name="here">What stands under the name.</param>
    /// <returns>What came of the name where that settles it; null where more is to be done.</returns>
    internal Step? Clear(Place place, JournalIntent intent, FileFacts? here) =>
        ClearOwn(place, intent, here) ?? ClearLeft(place, intent, here);

    // What an interrupted undo has left: the file that it was rebuilding, or the link that the file was exchanged for.
    private Step? ClearOwn(Place place, JournalIntent intent, FileFacts? here)
    {
        byte[] own = Remains.OwnTemporaryOf(intent);
        FileFacts? left = remains.Look(place.Folder, own, out VolumeError error);
        if (error.Failed)
        {
            return Step.Fail(volume, "its temporary name cannot be looked at", error);
        }

        if (left is null)
        {
            return null;
        }

        if (!remains.IsLinkToKeeper(place, own, intent, left.Value) && !remains.IsOurs(place, intent, here))
        {
            return Step.Unfinished($"a file that is not known is {Encoding.ASCII.GetString(own)} beside it");
        }

        error = volume.Remove(place.Folder, own);
        return error.Failed ? Step.Fail(volume, "its temporary name cannot be removed", error) : null;
    }

    // What the run has left if it ended between two steps.
    private Step? ClearLeft(Place place, JournalIntent intent, FileFacts? here)
    {
        byte[] temporary = Remains.TemporaryOf(intent);
        FileFacts? left = remains.Look(place.Folder, temporary, out VolumeError error);
        if (error.Failed)
        {
            return Step.Fail(volume, "its temporary name cannot be looked at", error);
        }

        if (left is not { } facts)
        {
            return null;
        }

        if (Identity.SameFile(facts, intent.Facts) && here is not null)
        {
            return TakeBack(place, temporary, intent, here);
        }

        if (remains.IsLinkToKeeper(place, temporary, intent, facts))
        {
            error = volume.Remove(place.Folder, temporary);
            return error.Failed ? Step.Fail(volume, "its temporary name cannot be removed", error) : null;
        }

        // Whatever the run has moved aside, be it the old file or one that had come in its place.
        error = volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
        return error.Failed
            ? Step.Unfinished($"its name is taken; what stood there is {intent.Temporary} beside it")
            : Step.Done;
    }

    // The old file has the temporary name.
    private Step TakeBack(Place place, byte[] temporary, JournalIntent intent, FileFacts? here)
    {
        if (!remains.IsOurs(place, intent, here))
        {
            return Step.Unfinished($"another file has its name; the old one is {intent.Temporary} beside it");
        }

        VolumeError error = volume.Exchange(place.Folder, place.Bytes, temporary);
        if (error.Kind == VolumeErrorKind.Unsupported)
        {
            error = volume.Remove(place.Folder, place.Bytes);
            error = error.Failed ? error : volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
            return error.Failed ? Step.Fail(volume, "it cannot be put back", error) : Step.Done;
        }

        error = error.Failed ? error : volume.Remove(place.Folder, temporary);
        return error.Failed ? Step.Fail(volume, "it cannot be put back", error) : Step.Done;
    }
}

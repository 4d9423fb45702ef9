using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Makes a file anew from another that holds the same, and gives it its name.</summary>
internal sealed class Rebuilding(
    IChangeableVolume volume, ContentProof proof, Remains remains, ContentSearch search, MediaReturn media)
{
    private const uint PrivateMode = 0x180; // rw-------: nobody else reads it before it has its own owner and mode

    /// <summary>Brings back one name of an inode.</summary>
    /// <param name="place">The name.</param>
    /// <param name="intent">What the run was about to do with it.</param>
    /// <param name="isReplaced">Whether a link stands under the name.</param>
    /// <param name="source">
    /// Another name of the inode that was brought back already; otherwise this one is it from now on.
    /// </param>
    internal Step Rebuild(Place place, JournalIntent intent, bool isReplaced, ref FileHandle source)
    {
        if (source != FileHandle.None)
        {
            VolumeError error = volume.Link(source, place.Folder, Remains.OwnTemporaryOf(intent));
            return error.Failed
                ? Step.Fail(volume, "it cannot be linked to its other name", error)
                : Settle(place, intent, isReplaced);
        }

        MediaRefill? refill = null;
        FileHandle kept = FileHandle.None;
        string? nowhere = intent.Media is null
            ? search.Open(intent, out kept)
            : media.Open(intent, out refill);
        return nowhere is not null
            ? new Step(ActStatus.Failed, nowhere, VolumeErrorKind.Changed)
            : RebuildFrom(refill?.From.Twin.File ?? kept, place, intent, isReplaced, ref source, refill);
    }

    /// <summary>The same, from an open file, which is closed.</summary>
    internal Step RebuildFrom(
        FileHandle kept, Place place, JournalIntent intent, bool isReplaced, ref FileHandle source,
        MediaRefill? refill = null)
    {
        byte[] temporary = Remains.OwnTemporaryOf(intent);
        VolumeError error = volume.Stat(kept, out FileFacts before);
        FileHandle copy = FileHandle.None;
        error = error.Failed ? error : volume.MakeFile(place.Folder, temporary, PrivateMode, out copy);
        if (error.Failed)
        {
            volume.Close(kept);
            return Step.Fail(volume, "it cannot be made", error);
        }

        error = refill is null ? proof.Copy(kept, volume, copy, intent.Facts.Size) : media.Write(intent, refill, copy);
        error = error.Failed ? error : volume.Stat(kept, out FileFacts after) is var looked && looked.Failed ? looked
            : Identity.SameFile(before, after) ? VolumeError.None : new VolumeError(VolumeErrorKind.Changed);
        error = error.Failed ? error : volume.Sync(copy);
        error = error.Failed ? error : volume.Restore(copy, intent.Facts, intent.Extras);
        error = error.Failed ? error : volume.Sync(copy);
        FileFacts made = default;
        error = error.Failed ? error : volume.Stat(copy, out made);
        volume.Close(kept);
        if (error.Failed)
        {
            volume.Close(copy);
            volume.Remove(place.Folder, temporary);
            return Step.Fail(volume, "it cannot be rebuilt", error);
        }

        Step settled = Settle(place, intent, isReplaced);
        source = Renew(copy, made, place);
        return settled;
    }

    // Programs behind FUSE know an open file by the name that it was opened with, which has gone by now; so does Wine.
    private FileHandle Renew(FileHandle source, in FileFacts known, Place place)
    {
        if (volume.OpenFile(place.Folder, place.Bytes, out FileHandle file, out FileFacts facts).Failed)
        {
            return source;
        }

        bool isSame = Identity.SameInode(known, facts);
        volume.Close(isSame ? source : file);
        return isSame ? file : source;
    }

    // The rebuilt file is whole under the temporary name: now it gets its own.
    private Step Settle(Place place, JournalIntent intent, bool isReplaced)
    {
        byte[] temporary = Remains.OwnTemporaryOf(intent);
        if (!isReplaced)
        {
            VolumeError moved = volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
            moved = moved.Failed ? moved : volume.Sync(place.Folder);
            return moved.Failed ? Step.Fail(volume, "it cannot be given its name", moved) : Step.Done;
        }

        VolumeError error = volume.Exchange(place.Folder, place.Bytes, temporary);
        if (error.Kind == VolumeErrorKind.Unsupported)
        {
            error = volume.Remove(place.Folder, place.Bytes);
            error = error.Failed ? error : volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
            return error.Failed ? Step.Fail(volume, "it cannot be given its name", error) : Step.Done;
        }

        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be given its name", error);
        }

        var aside = place with { Name = temporary };
        if (!remains.IsOurs(aside, intent, remains.Look(place.Folder, temporary, out _)))
        {
            return Step.Unfinished("another file came under its name meanwhile; it has a temporary name beside it");
        }

        error = volume.Remove(place.Folder, temporary);
        error = error.Failed ? error : volume.Sync(place.Folder);
        return error.Failed ? Step.Fail(volume, "the link cannot be removed", error) : Step.Done;
    }
}

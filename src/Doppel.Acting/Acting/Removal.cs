using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Removes a name of a duplicate for good, or moves it elsewhere.</summary>
/// <remarks>
/// The name is moved aside and looked at before anything is removed, and the keeper is looked for anew by its name: one
/// file may be seen under two identities, and another run may have chosen the opposite keeper.
/// </remarks>
internal sealed class Removal(IChangeableVolume volume, ContentProof proof)
{
    /// <summary>Removes one name for good.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name beside it.</param>
    /// <param name="keeper">The keeper's name.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    internal Step Delete(Place place, ReadOnlySpan<byte> temporary, Place keeper, ProvedPair pair)
    {
        VolumeError error = volume.Move(place.Folder, place.Bytes, place.Folder, temporary);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be moved aside", error);
        }

        if (WhyNot(place.Folder, temporary, keeper, pair) is { } against)
        {
            return MoveBack(place, place.Folder, temporary, against);
        }

        error = volume.Remove(place.Folder, temporary);
        return error.Failed
            ? MoveBack(place, place.Folder, temporary, Step.Fail(volume, "it cannot be removed", error))
            : Step.Done;
    }

    /// <summary>Moves one name below another folder.</summary>
    /// <param name="place">The name.</param>
    /// <param name="target">Where to; nothing may stand there.</param>
    /// <param name="temporary">A temporary name, beside either.</param>
    /// <param name="keeper">The keeper's name.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    /// <param name="extras">What the duplicate carries besides its content.</param>
    internal Step Move(
        Place place, Place target, ReadOnlySpan<byte> temporary, Place keeper, ProvedPair pair, FileExtras extras)
    {
        VolumeError error = volume.Move(place.Folder, place.Bytes, target.Folder, target.Bytes);
        if (error.Kind == VolumeErrorKind.OtherVolume)
        {
            Step copied = Copy(target, temporary, pair, extras);
            return copied.IsDone ? Delete(place, temporary, keeper, pair) : copied;
        }

        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be moved", error);
        }

        VolumeError looked = volume.Stat(
            target.Folder, target.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts moved);
        return looked.Failed || !Identity.SameFile(moved, pair.Facts)
            ? MoveBack(place, target.Folder, target.Bytes, Step.Skip("it was replaced meanwhile"))
            : Step.Done;
    }

    // To another file system: the copy is whole and on the disk before it gets its name.
    private Step Copy(Place target, ReadOnlySpan<byte> temporary, ProvedPair pair, FileExtras extras)
    {
        VolumeError error = volume.MakeFile(target.Folder, temporary, 0x180, out FileHandle copy);
        if (error.Failed)
        {
            return Step.Fail(volume, "a copy cannot be made there", error);
        }

        error = proof.Copy(pair.Other, volume, copy, pair.Facts.Size);
        error = error.Failed ? error : volume.Sync(copy);
        error = error.Failed ? error : volume.Restore(copy, pair.Facts, extras);
        error = error.Failed ? error : volume.Sync(copy);
        volume.Close(copy);
        error = error.Failed ? error : volume.Move(target.Folder, temporary, target.Folder, target.Bytes);
        if (error.Failed)
        {
            volume.Remove(target.Folder, temporary);
            return Step.Fail(volume, "a copy cannot be made there", error);
        }

        error = volume.Sync(target.Folder);
        return error.Failed ? Step.Fail(volume, "the copy cannot be brought to the disk", error) : Step.Done;
    }

    private Step? WhyNot(FolderHandle folder, ReadOnlySpan<byte> name, Place keeper, ProvedPair pair)
    {
        VolumeError error = volume.Stat(folder, name, LinkPolicy.Stay, FactFields.All, out FileFacts aside);
        if (error.Failed || !Identity.SameFile(aside, pair.Facts))
        {
            return Step.Skip("it was replaced meanwhile");
        }

        error = volume.Stat(keeper.Folder, keeper.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts kept);
        return error.Failed || !Identity.SameFile(kept, pair.KeeperFacts)
            ? Step.Skip("the keeper is not there any more, or has changed")
            : pair.IsUndisturbed ? null : Step.Skip("another program is about to write to it");
    }

    private Step MoveBack(Place place, FolderHandle folder, ReadOnlySpan<byte> name, Step why)
    {
        VolumeError error = volume.Move(folder, name, place.Folder, place.Bytes);
        return error.Failed
            ? Step.Unfinished($"{why.Reason}; and it cannot be put back: {volume.Describe(error)}")
            : why;
    }
}

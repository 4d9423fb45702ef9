using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Removes a name of a duplicate for good, or moves it elsewhere.</summary>
/// <remarks>
/// The name is moved aside and looked at before anything is removed, and the keeper is looked for anew by its name: one
/// file may be seen under two identities, and another run may have chosen the opposite keeper.
/// </remarks>
internal sealed class Removal(IChangeableVolume volume, ContentProof proof)
{
    /// <summary>Moves one name aside that is to be removed for good.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name beside it.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    /// <returns>Null where <see cref="FinishDelete"/> has to follow; otherwise what came of it.</returns>
    internal Step? BeginDelete(Place place, ReadOnlySpan<byte> temporary, ProvedPair pair)
    {
        VolumeError error = volume.Move(place.Folder, place.Bytes, place.Folder, temporary);
        return error.Failed ? Step.Fail(volume, "it cannot be moved aside", error)
            : WhyNotIt(place.Folder, temporary, pair) is { } against
                ? MoveBack(place, place.Folder, temporary, against)
            : null;
    }

    /// <summary>Removes what was moved aside, or puts it back.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name beside it.</param>
    /// <param name="keeper">The keeper's name.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    internal Step FinishDelete(Place place, ReadOnlySpan<byte> temporary, Place keeper, ProvedPair pair)
    {
        if (WhyNotNow(keeper, pair) is { } against)
        {
            return MoveBack(place, place.Folder, temporary, against);
        }

        VolumeError error = volume.Remove(place.Folder, temporary);
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
            Step copied = Copy(target, temporary, pair, extras, out FileFacts copy);
            Step step = !copied.IsDone ? copied
                : BeginDelete(place, temporary, pair) ?? FinishDelete(place, temporary, keeper, pair);
            return step.Status is ActStatus.Done or ActStatus.Unfinished ? step : WithoutCopy(target, copy, step);
        }

        return Arrive(error, place, target, keeper, pair);
    }

    /// <summary>Puts one name into the trash of its file system, which is never a copy.</summary>
    /// <param name="place">The name.</param>
    /// <param name="target">Its place there; nothing may stand there.</param>
    /// <param name="keeper">The keeper's name.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    internal Step Trash(Place place, Place target, Place keeper, ProvedPair pair)
    {
        VolumeError error = volume.Move(place.Folder, place.Bytes, target.Folder, target.Bytes);
        return Arrive(error, place, target, keeper, pair);
    }

    /// <summary>Puts one name into the recycle bin that the system keeps.</summary>
    /// <param name="place">The name.</param>
    /// <param name="keeper">The keeper's name.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    internal Step Recycle(Place place, Place keeper, ProvedPair pair)
    {
        // Under its own name, by which the user will look for it there.
        if (WhyNot(place.Folder, place.Bytes, keeper, pair) is { } against)
        {
            return against;
        }

        // The system takes no file that is open.
        pair.CloseOther();
        VolumeError error = volume.Recycle(place.Folder, place.Bytes);
        return error.Failed ? Step.Fail(volume, "it cannot be put into the recycle bin", error) : Step.Done;
    }

    private Step Arrive(VolumeError error, Place place, Place target, Place keeper, ProvedPair pair) =>
        error.Failed ? Step.Fail(volume, "it cannot be moved", error)
        : WhyNot(target.Folder, target.Bytes, keeper, pair) is { } against
            ? MoveBack(place, target.Folder, target.Bytes, against)
        : Step.Done;

    // To another file system: the copy is whole and on the disk before it gets its name.
    private Step Copy(
        Place target, ReadOnlySpan<byte> temporary, ProvedPair pair, FileExtras extras, out FileFacts facts)
    {
        facts = default;
        VolumeError error = volume.MakeFile(target.Folder, temporary, 0x180, out FileHandle copy);
        if (error.Failed)
        {
            return Step.Fail(volume, "a copy cannot be made there", error);
        }

        error = proof.Copy(pair.Other, volume, copy, pair.Facts.Size);
        error = error.Failed ? error : volume.Sync(copy);
        error = error.Failed ? error : volume.Restore(copy, pair.Facts, extras);
        error = error.Failed ? error : volume.Sync(copy);
        error = error.Failed ? error : volume.Stat(copy, out facts);
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

    // The file stays where it was, so its copy goes again, if no other program has put something in its place.
    private Step WithoutCopy(Place target, FileFacts copy, Step why)
    {
        VolumeError error = volume.Stat(
            target.Folder, target.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        bool isCopy = !error.Failed && copy.Inode != 0 && Identity.SameFile(facts, copy);
        error = isCopy ? volume.Remove(target.Folder, target.Bytes) : VolumeError.None;
        return error.Failed
            ? Step.Unfinished($"{why.Reason}; and its copy cannot be removed: {volume.Describe(error)}")
            : why;
    }

    private Step? WhyNot(FolderHandle folder, ReadOnlySpan<byte> name, Place keeper, ProvedPair pair) =>
        WhyNotIt(folder, name, pair) ?? WhyNotNow(keeper, pair);

    private Step? WhyNotIt(FolderHandle folder, ReadOnlySpan<byte> name, ProvedPair pair)
    {
        VolumeError error = volume.Stat(folder, name, LinkPolicy.Stay, FactFields.All, out FileFacts aside);
        return error.Failed || !Identity.SameFile(aside, pair.Facts) ? Step.Skip("it was replaced meanwhile") : null;
    }

    private static Step? WhyNotNow(Place keeper, ProvedPair pair) =>
        !pair.IsKeeperUnder(keeper) ? Step.Skip("the keeper is not there any more, or has changed")
        : pair.IsUndisturbed ? null : Step.Skip("another program is about to write to it");

    private Step MoveBack(Place place, FolderHandle folder, ReadOnlySpan<byte> name, Step why)
    {
        VolumeError error = volume.Move(folder, name, place.Folder, place.Bytes);
        return error.Failed
            ? Step.Unfinished($"{why.Reason}; and it cannot be put back: {volume.Describe(error)}")
            : why;
    }
}

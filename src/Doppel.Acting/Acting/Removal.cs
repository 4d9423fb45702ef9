using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Removes a name of a duplicate for good, or moves it elsewhere.</summary>
/// <remarks>
/// The name is moved aside and looked at before anything is removed, and the keeper is looked for anew by its name: one
/// file may be seen under two identities, and another run may have chosen the opposite keeper. Another program may save
/// under the name as soon as it is free; its file stays there.
/// </remarks>
internal sealed class Removal(IChangeableVolume volume, FileCopier copier)
{
    private static readonly Step s_replaced = Step.Skip("another program replaced it meanwhile");

    /// <summary>Moves one name aside that is to be removed for good.</summary>
    /// <param name="name">The name.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    /// <returns>Null where <see cref="FinishDelete"/> has to follow; otherwise what came of it.</returns>
    internal Step? BeginDelete(NameTask name, ProvedPair pair)
    {
        Place place = name.Place;
        VolumeError error = volume.Move(place.Folder, place.Bytes, place.Folder, name.Temporary);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be moved aside", error);
        }

        Step? against = Look(place.Folder, name.Temporary, pair, out FileFacts aside)
            ?? (pair.IsAsCompared(aside, name.Intent.Extras) ? null : Step.Skip(Changed));
        return against is { } why ? MoveBack(name, pair, why) : null;
    }

    /// <summary>Removes what was moved aside, or puts it back.</summary>
    /// <param name="name">The name.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    internal Step FinishDelete(NameTask name, ProvedPair pair)
    {
        Step? against = WhyNotNow(name.Keeper, pair)
            ?? (HasChanged(name, pair) ? Step.Skip(Changed) : null);
        if (against is { } why)
        {
            return MoveBack(name, pair, why);
        }

        VolumeError error = volume.Remove(name.Place.Folder, name.Temporary);
        return error.Failed ? MoveBack(name, pair, Step.Fail(volume, "it cannot be removed", error)) : Step.Done;
    }

    /// <summary>Moves one name below another folder.</summary>
    /// <param name="name">The name.</param>
    /// <param name="target">Where to; nothing may stand there.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    internal Step Move(NameTask name, Place target, ProvedPair pair)
    {
        Place place = name.Place;
        VolumeError error = volume.Move(place.Folder, place.Bytes, target.Folder, target.Bytes);
        if (error.Kind != VolumeErrorKind.OtherVolume)
        {
            return Arrive(error, name, target, pair);
        }

        Step copied = Copy(name, target, pair, out FileFacts copy);
        Step step = copied.IsDone ? BeginDelete(name, pair) ?? FinishDelete(name, pair) : copied;
        return step.Status is ActStatus.Done or ActStatus.Unfinished ? step : WithoutCopy(target, copy, step);
    }

    /// <summary>Puts one name into the trash of its file system, which is never a copy.</summary>
    /// <param name="name">The name.</param>
    /// <param name="target">Its place there; nothing may stand there.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    internal Step Trash(NameTask name, Place target, ProvedPair pair) => Arrive(
        volume.Move(name.Place.Folder, name.Place.Bytes, target.Folder, target.Bytes), name, target, pair);

    /// <summary>Puts one name into the recycle bin that the system keeps.</summary>
    /// <param name="name">The name.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    internal Step Recycle(NameTask name, ProvedPair pair)
    {
        // Under its own name, by which the user will look for it there.
        if (WhyNot(name.Place, name.Keeper, pair) is { } against)
        {
            return against;
        }

        // The system takes no file that is open.
        pair.CloseOther();
        VolumeError error = volume.Recycle(name.Place.Folder, name.Place.Bytes);
        return error.Failed ? Step.Fail(volume, "it cannot be put into the recycle bin", error) : Step.Done;
    }

    private const string Changed = "another program changed it or its attributes meanwhile";

    private Step Arrive(VolumeError error, NameTask name, Place target, ProvedPair pair)
    {
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be moved", error);
        }

        if (WhyNot(target, name.Keeper, pair) is not { } why)
        {
            return Step.Done;
        }

        // Where the name is taken by now, the file is where it was to go, and whole.
        error = volume.Move(target.Folder, target.Bytes, name.Place.Folder, name.Place.Bytes);
        return error.Kind == VolumeErrorKind.Exists && Look(target.Folder, target.Bytes, pair, out _) is null
            ? Step.Done
            : error.Failed ? Step.Unfinished($"{why.Reason}; and it cannot be put back: {volume.Describe(error)}")
            : why;
    }

    // To another file system: the copy is whole and on the disk before it gets its name.
    private Step Copy(NameTask name, Place target, ProvedPair pair, out FileFacts copy)
    {
        VolumeError error = copier.Copy(
            pair.Other, pair.Facts.Size, target.Folder, name.Temporary, pair.Facts, name.Intent.Extras, out copy);
        if (error.Failed)
        {
            return Step.Fail(volume, "a copy cannot be made there", error);
        }

        error = volume.Move(target.Folder, name.Temporary, target.Folder, target.Bytes);
        if (error.Failed)
        {
            volume.Remove(target.Folder, name.Temporary);
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

    private Step? WhyNot(Place at, Place keeper, ProvedPair pair) =>
        Look(at.Folder, at.Bytes, pair, out _) ?? WhyNotNow(keeper, pair);

    private Step? Look(FolderHandle folder, ReadOnlySpan<byte> name, ProvedPair pair, out FileFacts facts)
    {
        VolumeError error = volume.Stat(folder, name, LinkPolicy.Stay, FactFields.All, out facts);
        return error.Failed || !Identity.SameFile(facts, pair.Facts) ? s_replaced : null;
    }

    // Some programs behind FUSE give a file another inode number with each look: then nothing can be told.
    private bool HasChanged(NameTask name, ProvedPair pair) =>
        !volume.Stat(
            name.Place.Folder, name.Temporary, LinkPolicy.Stay, FactFields.All, out FileFacts aside).Failed
        && Identity.SameInode(aside, pair.Facts) && !pair.IsStillAsCompared(aside, name.Intent.Extras);

    private static Step? WhyNotNow(Place keeper, ProvedPair pair) =>
        !pair.IsKeeperUnder(keeper) ? Step.Skip("the keeper is not there any more, or has changed")
        : pair.IsUndisturbed ? null : Step.Skip("another program is about to write to it");

    // Where the name is taken by now, that file stays: what was moved aside may go if the keeper still has its content.
    private Step MoveBack(NameTask name, ProvedPair pair, Step why)
    {
        Place place = name.Place;
        VolumeError error = volume.Move(place.Folder, name.Temporary, place.Folder, place.Bytes);
        if (error.Kind == VolumeErrorKind.Exists && pair.IsContentKept
            && Look(place.Folder, name.Temporary, pair, out _) is null)
        {
            error = volume.Remove(place.Folder, name.Temporary);
            why = error.Failed ? why : s_replaced;
        }

        return error.Failed
            ? Step.Unfinished($"{why.Reason}; and it cannot be put back: {volume.Describe(error)}")
            : why;
    }
}

using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Deletes a name of a duplicate permanently, or moves it elsewhere.</summary>
/// <remarks>
/// The name is moved aside and checked before anything is removed, and the keeper is looked up again by its name: one
/// file may appear under two identities, and another run may have chosen the opposite keeper. Another program may save
/// under the name as soon as it is free; its file is kept.
/// </remarks>
internal sealed class Removal(IChangeableVolume volume, FileCopier copier)
{
    private static readonly Step s_replaced = Step.Skip("another program replaced it");

    /// <summary>Moves aside a name that is to be deleted permanently.</summary>
    /// <param name="name">The name.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    /// <returns>Null if <see cref="FinishDelete"/> must follow, otherwise the outcome.</returns>
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

    /// <summary>Removes the file that was moved aside, or puts it back.</summary>
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

    /// <summary>Moves a name to another folder.</summary>
    /// <param name="name">The name.</param>
    /// <param name="target">The destination, which must not exist.</param>
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
        step = step.IsDone ? copied : step;
        return step.Status is ActStatus.Done or ActStatus.Unfinished ? step : WithoutCopy(target, copy, step);
    }

    /// <summary>Moves a name to the trash of its file system. This is never a copy.</summary>
    /// <param name="name">The name.</param>
    /// <param name="target">The destination in the trash, which must not exist.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    internal Step Trash(NameTask name, Place target, ProvedPair pair) => Arrive(
        volume.Move(name.Place.Folder, name.Place.Bytes, target.Folder, target.Bytes), name, target, pair);

    /// <summary>Moves a name to the system's own recycle bin.</summary>
    /// <param name="name">The name.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    internal Step Recycle(NameTask name, ProvedPair pair)
    {
        // The file is recycled under its own name, because the user will look for that name in the bin.
        if (WhyNot(name.Place, name.Keeper, pair) is { } against)
        {
            return against;
        }

        // The system does not recycle open files.
        pair.CloseOther();
        VolumeError error = volume.Recycle(name.Place.Folder, name.Place.Bytes);
        return error.Failed ? Step.Fail(volume, "it cannot be moved to the recycle bin", error) : Step.Done;
    }

    private const string Changed = "another program changed it or its attributes";

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

        // If the name is taken by now, the file stays at its destination, where it is complete.
        error = volume.Move(target.Folder, target.Bytes, name.Place.Folder, name.Place.Bytes);
        if (error.Kind == VolumeErrorKind.Exists && Look(target.Folder, target.Bytes, pair, out _) is null)
        {
            return Step.Done;
        }

        return error.Failed
            ? Step.Unfinished(
                $"{why.Reason}; the file is now {name.Intent.Target} and cannot be moved back: "
                + volume.Describe(error))
            : why;
    }

    // For another file system: the copy is complete and on disk before it gets its final name.
    private Step Copy(NameTask name, Place target, ProvedPair pair, out FileFacts copy)
    {
        string failure = $"the copy {name.Intent.Target} cannot be created";
        Step copied = copier.Copy(
            pair.Other, pair.Facts.Size, target.Folder, name.Temporary, pair.Facts, name.Intent.Extras, failure,
            out copy);
        if (!copied.IsDone)
        {
            return copied;
        }

        VolumeError error = volume.Move(target.Folder, name.Temporary, target.Folder, target.Bytes);
        if (error.Failed)
        {
            Step failed = Step.Fail(volume, failure, error);
            error = volume.Remove(target.Folder, name.Temporary);
            return error.Failed ? failed.NotRemoved("its copy", name.Temporary, volume, error) : failed;
        }

        error = volume.Sync(target.Folder);
        if (error.Failed)
        {
            return Step.Fail(volume, "the copy cannot be flushed to disk", error);
        }

        return copied.Reason.Length > 0 ? copied with { Reason = $"its copy lacks: {copied.Reason}" } : copied;
    }

    // The file has not been moved, so its copy is removed again, unless another program has replaced the copy.
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

    // Some FUSE programs report a new inode number for a file each time. Changes cannot be detected then.
    private bool HasChanged(NameTask name, ProvedPair pair) =>
        !volume.Stat(
            name.Place.Folder, name.Temporary, LinkPolicy.Stay, FactFields.All, out FileFacts aside).Failed
        && Identity.SameInode(aside, pair.Facts) && !pair.IsStillAsCompared(aside, name.Intent.Extras);

    private static Step? WhyNotNow(Place keeper, ProvedPair pair)
    {
        if (!pair.IsAlone && !pair.IsKeeperUnder(keeper))
        {
            return Step.Skip("the keeper no longer exists, or has changed");
        }

        return pair.IsUndisturbed ? null : Step.Skip("another program is about to write to it");
    }

    // If the name is taken by now, that file is kept. The file that was moved aside may then be removed if the keeper
    // still has its content.
    private Step MoveBack(NameTask name, ProvedPair pair, Step why)
    {
        Place place = name.Place;
        VolumeError error = volume.Move(place.Folder, name.Temporary, place.Folder, place.Bytes);
        if (error.Kind != VolumeErrorKind.Exists)
        {
            return error.Failed ? why.Left("the old file", name.Temporary, volume, error) : why;
        }

        if (Look(place.Folder, name.Temporary, pair, out _) is not null)
        {
            return s_replaced.Left("an earlier version", name.Temporary);
        }

        return pair.IsContentKept && !volume.Remove(place.Folder, name.Temporary).Failed
            ? s_replaced
            : s_replaced.Left("the old file", name.Temporary);
    }
}

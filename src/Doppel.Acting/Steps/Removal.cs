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
    private readonly NameRemoval _removal = new(volume);

    /// <summary>Moves aside a name that is to be deleted permanently.</summary>
    /// <param name="name">The name.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    /// <returns>Null if <see cref="FinishDelete"/> must follow, otherwise the outcome.</returns>
    internal Step? BeginDelete(NameTask name, ProvedPair pair) => _removal.Begin(name.Place, name.Temporary, pair);

    /// <summary>Removes the file that was moved aside, or puts it back.</summary>
    /// <param name="name">The name.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    internal Step FinishDelete(NameTask name, ProvedPair pair) =>
        _removal.Finish(name.Place, name.Temporary, pair, WhyUnkept(name.Keeper, pair));

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
        if (error.Kind == VolumeErrorKind.Exists && IsThere(target, pair))
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

    private Step? WhyNot(Place at, Place keeper, ProvedPair pair)
    {
        if (!IsThere(at, pair))
        {
            return Step.Skip("another program replaced it");
        }

        return WhyUnkept(keeper, pair)
            ?? (pair.IsUndisturbed ? null : Step.Skip("another program is about to write to it"));
    }

    private bool IsThere(Place at, ProvedPair pair) =>
        !volume.Stat(at.Folder, at.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed
        && Identity.SameFile(facts, pair.Facts);

    private static Step? WhyUnkept(Place keeper, ProvedPair pair) => pair.IsAlone || pair.IsKeeperUnder(keeper)
        ? null
        : Step.Skip("the keeper no longer exists, or has changed");
}

using System.Diagnostics;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Moves names to another folder, to the trash of their file system, or to the system's own bin.</summary>
/// <remarks>
/// A name goes to its destination at once and is checked there. If it has to be back, and another program has saved
/// under it meanwhile, that file is kept.
/// </remarks>
internal sealed class MoveSteps(
    IChangeableVolume volume, NameRemoval removal, FileCopier copier, TrashBin bin, ActLog log) : INameSteps
{
    public Step? Begin(NameTask name, ProvedPair pair)
    {
        ReportName target = name.Intent.Target;
        if (target.IsEmpty)
        {
            return Recycle(name, pair);
        }

        byte[] bare = PlanPaths.BareOf(target).ToArray();
        if (name.Trash is { } trash)
        {
            // This is never a copy.
            var there = new Place(new OpenFolder(trash.Files, default, default), bare);
            return bin.WhyNot(name) ?? Arrive(Move(name, there), name, there, pair);
        }

        VolumeError error = FolderMaker.Make(
            volume, target, FolderMaker.UsualMode, out FolderHandle folder, log.AddMade);
        if (error.Failed)
        {
            return Step.Fail(volume, "the target folder cannot be created", error);
        }

        Step step = MoveOrCopy(name, new Place(new OpenFolder(folder, default, default), bare), pair);
        volume.Close(folder);
        return step;
    }

    public Step Finish(NameTask name, ProvedPair pair) =>
        throw new UnreachableException("A name is at its destination after the first step.");

    private Step MoveOrCopy(NameTask name, Place target, ProvedPair pair)
    {
        VolumeError error = Move(name, target);
        if (error.Kind != VolumeErrorKind.OtherVolume)
        {
            return Arrive(error, name, target, pair);
        }

        Step copied = Copy(name, target, pair, out FileFacts copy);
        Step step = copied.IsDone
            ? removal.Begin(name.Place, name.Temporary, pair)
                ?? removal.Finish(name.Place, name.Temporary, pair, pair.WhyUnkept(name.Keeper))
            : copied;
        step = step.IsDone ? copied : step;
        return step.Status is ActStatus.Done or ActStatus.Unfinished ? step : WithoutCopy(target, copy, step);
    }

    private VolumeError Move(NameTask name, Place target) =>
        volume.Move(name.Place.Folder, name.Place.Bytes, target.Folder, target.Bytes);

    private Step Recycle(NameTask name, ProvedPair pair)
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

        return pair.WhyUnkept(keeper)
            ?? (pair.IsUndisturbed ? null : Step.Skip("another program is about to write to it"));
    }

    private bool IsThere(Place at, ProvedPair pair) =>
        !volume.Stat(at.Folder, at.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts facts).Failed
        && Identity.SameFile(facts, pair.Facts);
}

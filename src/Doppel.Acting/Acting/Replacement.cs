using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Replaces a name of a duplicate by a link to the keeper, so that the name leads to the content at every instant.
/// </summary>
/// <remarks>
/// The link is made under a temporary name, exchanged with the duplicate's name in one step, and what came out is
/// looked at: only the very file that was compared is removed. Anything else is put back.
/// </remarks>
internal sealed class Replacement(IChangeableVolume volume)
{
    /// <summary>Replaces one name.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name beside it.</param>
    /// <param name="pair">The keeper and the duplicate.</param>
    /// <param name="target">Where the symbolic link leads; empty for a hard link.</param>
    internal Step Replace(Place place, ReadOnlySpan<byte> temporary, ProvedPair pair, ReadOnlySpan<byte> target)
    {
        VolumeError error = MakeLink(place, temporary, pair, target);
        if (error.Failed)
        {
            return Step.Fail(volume, "the link cannot be made", error);
        }

        if (!LeadsToKeeper(place.Folder, temporary, pair, target))
        {
            return Undo(place, temporary, Step.Skip("a link from there does not lead to the keeper"));
        }

        VolumeError exchanged = volume.Exchange(place.Folder, place.Bytes, temporary);
        if (exchanged.Kind == VolumeErrorKind.Unsupported)
        {
            Step removed = Undo(place, temporary, Step.Done);
            return removed.IsDone ? ReplaceAside(place, temporary, pair, target) : removed;
        }

        if (exchanged.Failed)
        {
            return Undo(place, temporary, Step.Fail(volume, "the names cannot be exchanged", exchanged));
        }

        VolumeError looked = volume.Stat(
            place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out FileFacts outcome);
        if (looked.Failed || !Identity.SameFile(outcome, pair.Facts))
        {
            return PutBack(place, temporary, pair, target, Step.Skip("it was replaced meanwhile"));
        }

        // An opposed run may have made the keeper a link to this very name.
        if (!LeadsToKeeper(place.Folder, place.Bytes, pair, target))
        {
            return PutBack(place, temporary, pair, target, Step.Skip("the keeper is not there any more"));
        }

        if (!pair.IsUndisturbed)
        {
            return PutBack(place, temporary, pair, target, Step.Skip("another program is about to write to it"));
        }

        VolumeError gone = volume.Remove(place.Folder, temporary);
        return gone.Failed
            ? PutBack(place, temporary, pair, target, Step.Fail(volume, "the old file cannot be removed", gone))
            : Step.Done;
    }

    private VolumeError MakeLink(Place place, ReadOnlySpan<byte> name, ProvedPair pair, ReadOnlySpan<byte> target) =>
        target.IsEmpty
            ? volume.Link(pair.Keeper, place.Folder, name)
            : volume.MakeSymbolicLink(target, place.Folder, name);

    private bool LeadsToKeeper(
        FolderHandle folder, ReadOnlySpan<byte> name, ProvedPair pair, ReadOnlySpan<byte> target)
    {
        LinkPolicy links = target.IsEmpty ? LinkPolicy.Stay : LinkPolicy.Follow;
        return !volume.Stat(folder, name, links, FactFields.All, out FileFacts facts).Failed
            && Identity.SameInode(facts, pair.KeeperFacts);
    }

    // Only our own link stands there, under a name that nobody else can know.
    private Step Undo(Place place, ReadOnlySpan<byte> temporary, Step step)
    {
        VolumeError error = volume.Remove(place.Folder, temporary);
        return error.Failed ? Step.Unfinished(
            $"{step.Reason}; and the temporary link cannot be removed: {volume.Describe(error)}") : step;
    }

    private Step PutBack(
        Place place, ReadOnlySpan<byte> temporary, ProvedPair pair, ReadOnlySpan<byte> target, Step why)
    {
        VolumeError error = volume.Exchange(place.Folder, place.Bytes, temporary);
        if (error.Failed)
        {
            return Step.Unfinished($"{why.Reason}; and it cannot be put back: {volume.Describe(error)}");
        }

        return LeadsToKeeper(place.Folder, temporary, pair, target)
            ? Undo(place, temporary, why)
            : Step.Unfinished($"{why.Reason}; a file that came under its name meanwhile now has the temporary name");
    }

    // Where names cannot be exchanged the name is missing for a moment.
    private Step ReplaceAside(
        Place place, ReadOnlySpan<byte> temporary, ProvedPair pair, ReadOnlySpan<byte> target)
    {
        VolumeError error = volume.Move(place.Folder, place.Bytes, place.Folder, temporary);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be moved aside", error);
        }

        VolumeError looked = volume.Stat(
            place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out FileFacts outcome);
        if (looked.Failed || !Identity.SameFile(outcome, pair.Facts))
        {
            return MoveBack(place, temporary, Step.Skip("it was replaced meanwhile"));
        }

        error = MakeLink(place, place.Bytes, pair, target);
        if (error.Failed)
        {
            return MoveBack(place, temporary, Step.Fail(volume, "the link cannot be made", error));
        }

        if (!LeadsToKeeper(place.Folder, place.Bytes, pair, target))
        {
            return Step.Unfinished("another file came under its name; the old one has the temporary name");
        }

        error = pair.IsUndisturbed ? volume.Remove(place.Folder, temporary) : new VolumeError(VolumeErrorKind.Busy);
        return error.Failed
            ? Step.Unfinished($"the old file cannot be removed: {volume.Describe(error)}")
            : Step.Done;
    }

    private Step MoveBack(Place place, ReadOnlySpan<byte> temporary, Step why)
    {
        VolumeError error = volume.Move(place.Folder, temporary, place.Folder, place.Bytes);
        return error.Failed
            ? Step.Unfinished($"{why.Reason}; and it cannot be put back: {volume.Describe(error)}")
            : why;
    }
}

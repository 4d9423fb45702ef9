using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Replaces a name of a duplicate, or a symbolic link to it, by a link to the keeper, so that the name leads to the
/// content at every instant.
/// </summary>
/// <remarks>
/// The link is made under a temporary name, exchanged with the duplicate's name in one step, and what came out is
/// looked at: only the very file that was compared, or link that was read, is removed. Anything else is put back.
/// </remarks>
internal sealed class Replacement(IChangeableVolume volume)
{
    /// <summary>Replaces one name.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name beside it.</param>
    /// <param name="old">What stands there, and the link that takes its place.</param>
    internal Step Replace(Place place, ReadOnlySpan<byte> temporary, IReplaced old) =>
        Begin(place, temporary, old) ?? Finish(place, temporary, old);

    /// <summary>Exchanges link and name; what stood there has the temporary name then.</summary>
    /// <param name="place">The name.</param>
    /// <param name="temporary">The temporary name beside it.</param>
    /// <param name="old">What stands there, and the link that takes its place.</param>
    /// <returns>Null where <see cref="Finish"/> has to follow; otherwise what came of it.</returns>
    internal Step? Begin(Place place, ReadOnlySpan<byte> temporary, IReplaced old)
    {
        // A further name that was taken away while its file is open may stay for as long as it is.
        if (!volume.CanExchange)
        {
            return ReplaceAside(place, temporary, old);
        }

        VolumeError error = old.MakeLink(place.Folder, temporary);
        if (error.Failed)
        {
            return Step.Fail(volume, "the link cannot be made", error);
        }

        if (!old.IsRight(place.Folder, temporary))
        {
            return Undo(place, temporary, Step.Skip("a link from there does not lead to the keeper"));
        }

        VolumeError exchanged = volume.Exchange(place.Folder, place.Bytes, temporary);
        if (exchanged.Kind == VolumeErrorKind.Unsupported)
        {
            Step removed = Undo(place, temporary, Step.Done);
            return removed.IsDone ? ReplaceAside(place, temporary, old) : removed;
        }

        if (exchanged.Failed)
        {
            return Undo(place, temporary, Step.Fail(volume, "the names cannot be exchanged", exchanged));
        }

        VolumeError looked = volume.Stat(
            place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out FileFacts outcome);
        return looked.Failed || !old.IsOld(outcome)
            ? PutBack(place, temporary, old, Step.Skip("it was replaced meanwhile"))
            : !old.IsUndisturbed
                ? PutBack(place, temporary, old, Step.Skip("another program is about to write to it"))
            : null;
    }

    /// <summary>Removes what has the temporary name since <see cref="Begin"/>, or puts it back.</summary>
    internal Step Finish(Place place, ReadOnlySpan<byte> temporary, IReplaced old)
    {
        // An opposed run may have made the keeper a link to this very name.
        if (!old.IsRight(place.Folder, place.Bytes) || !old.IsKept)
        {
            return PutBack(place, temporary, old, Step.Skip("the keeper is not there any more"));
        }

        // Whoever wants to write to the keeper since then does so through a link that stays.
        if (!old.IsOldUndisturbed)
        {
            return PutBack(place, temporary, old, Step.Skip("another program is about to write to it"));
        }

        VolumeError gone = volume.Remove(place.Folder, temporary);
        return gone.Failed
            ? PutBack(place, temporary, old, Step.Fail(volume, "the old file cannot be removed", gone))
            : Step.Done;
    }

    // Only our own link stands there, under a name that nobody else can know.
    private Step Undo(Place place, ReadOnlySpan<byte> temporary, Step step)
    {
        VolumeError error = volume.Remove(place.Folder, temporary);
        return error.Failed ? Step.Unfinished(
            $"{step.Reason}; and the temporary link cannot be removed: {volume.Describe(error)}") : step;
    }

    private Step PutBack(Place place, ReadOnlySpan<byte> temporary, IReplaced old, Step why)
    {
        VolumeError error = volume.Exchange(place.Folder, place.Bytes, temporary);
        if (error.Failed)
        {
            return Step.Unfinished($"{why.Reason}; and it cannot be put back: {volume.Describe(error)}");
        }

        return old.IsOurs(place.Folder, temporary)
            ? Undo(place, temporary, why)
            : Step.Unfinished($"{why.Reason}; a file that came under its name meanwhile now has the temporary name");
    }

    // Where names cannot be exchanged the name is missing for a moment.
    private Step ReplaceAside(Place place, ReadOnlySpan<byte> temporary, IReplaced old)
    {
        VolumeError error = volume.Move(place.Folder, place.Bytes, place.Folder, temporary);
        if (error.Failed)
        {
            return Step.Fail(volume, "it cannot be moved aside", error);
        }

        VolumeError looked = volume.Stat(
            place.Folder, temporary, LinkPolicy.Stay, FactFields.All, out FileFacts outcome);
        if (looked.Failed || !old.IsOld(outcome))
        {
            return MoveBack(place, temporary, Step.Skip("it was replaced meanwhile"));
        }

        if (!old.IsKept)
        {
            return MoveBack(place, temporary, Step.Skip("the keeper is not there any more"));
        }

        error = old.MakeLink(place.Folder, place.Bytes);
        if (error.Failed)
        {
            return MoveBack(place, temporary, Step.Fail(volume, "the link cannot be made", error));
        }

        if (!old.IsRight(place.Folder, place.Bytes))
        {
            return Step.Unfinished("another file came under its name; the old one has the temporary name");
        }

        error = old.IsUndisturbed ? volume.Remove(place.Folder, temporary) : new VolumeError(VolumeErrorKind.Busy);
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

using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Gives files their names back without displacing what another program has saved there in the meantime.
/// </summary>
/// <remarks>
/// Each step is checked after it was made: what came out must be what the run had left. If it is somebody else's file,
/// that file gets its name back, and ours is removed.
/// </remarks>
internal sealed class NameRestorer(IChangeableVolume volume)
{
    private static readonly Step s_taken = Step.Skip("another file took its name");

    private readonly NameExchange _exchange = new(volume);

    /// <summary>Gives a file a name that is free.</summary>
    /// <param name="place">The name.</param>
    /// <param name="mine">The temporary name of the file in the same folder.</param>
    /// <param name="mayClear">
    /// Returns whether the file may be removed if another file has the name. Null for a file that an undo has created,
    /// which may always be removed.
    /// </param>
    internal Step Give(Place place, byte[] mine, Func<bool>? mayClear = null)
    {
        VolumeError error = volume.Move(place.Folder, mine, place.Folder, place.Bytes);
        if (error.Failed)
        {
            return Clear(place, mine, error.Kind == VolumeErrorKind.Exists
                ? s_taken
                : Step.Fail(volume, "it cannot get its name back", error), mayClear);
        }

        error = volume.Sync(place.Folder);
        return error.Failed ? Step.Fail(volume, "its folder cannot be flushed to disk", error) : Step.Done;
    }

    /// <summary>Gives a file the name of the link that the run has left there.</summary>
    /// <param name="place">The name.</param>
    /// <param name="mine">The temporary name of the file in the same folder.</param>
    /// <param name="spare">Another temporary name, used where names cannot be exchanged.</param>
    /// <param name="isLeft">Returns whether a name refers to what the run has left.</param>
    /// <param name="mayClear">See <see cref="Give"/>.</param>
    internal Step Replace(
        Place place, byte[] mine, byte[] spare, Func<byte[], bool> isLeft, Func<bool>? mayClear = null)
    {
        VolumeError error = volume.Stat(
            place.Folder, mine, LinkPolicy.Stay, FactFields.All, out FileFacts ours);
        ExchangeResult result = error.Failed
            ? ExchangeResult.Failed
            : _exchange.TryExchange(place, mine, (_, name) => isLeft(name.ToArray()), out error);
        switch (result)
        {
            case ExchangeResult.Exchanged:
                error = volume.Remove(place.Folder, mine) || volume.Sync(place.Folder);
                return error.Failed ? Step.Fail(volume, "the link cannot be removed", error) : Step.Done;

            case ExchangeResult.Occupied:
                // If another program saved twice, our file is gone, and the earlier save has the temporary name.
                error = volume.Stat(place.Folder, mine, LinkPolicy.Stay, FactFields.All, out FileFacts aside);
                return Clear(place, mine, s_taken, !error.Failed && Identity.SameInode(aside, ours) ? mayClear : null);

            case ExchangeResult.Stuck:
                return s_taken.Left("that file", mine);

            default:
                return error.Kind switch
                {
                    VolumeErrorKind.Unsupported => ReplaceAside(place, mine, spare, isLeft, mayClear),
                    VolumeErrorKind.Vanished => Give(place, mine, mayClear),
                    _ => Clear(place, mine, Step.Fail(volume, "it cannot get its name back", error), mayClear),
                };
        }
    }

    /// <summary>Removes a name if it refers to the expected file. Any other file keeps its name.</summary>
    /// <param name="place">The name.</param>
    /// <param name="spare">A temporary name in the same folder.</param>
    /// <param name="isIt">Returns whether a name refers to the file that may be removed.</param>
    internal VolumeError Remove(Place place, byte[] spare, Func<byte[], bool> isIt)
    {
        VolumeError error = volume.Move(place.Folder, place.Bytes, place.Folder, spare);
        return error || (isIt(spare)
            ? volume.Remove(place.Folder, spare)
            : volume.Move(place.Folder, spare, place.Folder, place.Bytes));
    }

    /// <summary>Finishes an interrupted <see cref="Remove"/>.</summary>
    /// <param name="place">The name.</param>
    /// <param name="spare">A temporary name in the same folder.</param>
    /// <param name="isIt">Returns whether a name refers to the file that may be removed.</param>
    internal void FinishRemove(Place place, byte[] spare, Func<byte[], bool> isIt)
    {
        if (volume.Stat(place.Folder, spare, LinkPolicy.Stay, FactFields.None, out _).Failed)
        {
            return;
        }

        if (isIt(spare))
        {
            volume.Remove(place.Folder, spare);
        }
        else
        {
            volume.Move(place.Folder, spare, place.Folder, place.Bytes);
        }
    }

    /// <summary>Moves a file to a name that is free, and moves it back if it is not the expected file.</summary>
    /// <param name="from">The current name of the file.</param>
    /// <param name="to">The new name of the file.</param>
    /// <param name="isIt">Returns whether the facts are those of the expected file.</param>
    /// <param name="error">Why the file could not be moved. None if it was moved.</param>
    /// <returns>The outcome, or null if the file was moved or could not be moved.</returns>
    internal Step? Move(Place from, Place to, Func<FileFacts, bool> isIt, out VolumeError error)
    {
        error = volume.Move(from.Folder, from.Bytes, to.Folder, to.Bytes);
        if (error.Failed)
        {
            return error.Kind == VolumeErrorKind.Exists ? s_taken : null;
        }

        VolumeError looked = volume.Stat(to.Folder, to.Bytes, LinkPolicy.Stay, FactFields.All, out FileFacts facts);
        if (looked.Kind == VolumeErrorKind.Vanished || isIt(facts))
        {
            return null;
        }

        VolumeError back = volume.Move(to.Folder, to.Bytes, from.Folder, from.Bytes);
        return back.Failed
            ? Step.Unfinished($"another file was moved to its name and cannot be moved back: {volume.Describe(back)}")
            : Step.Skip("another file took its place");
    }

    // The name is missing for a moment.
    private Step ReplaceAside(
        Place place, byte[] mine, byte[] spare, Func<byte[], bool> isLeft, Func<bool>? mayClear)
    {
        VolumeError error = volume.Move(place.Folder, place.Bytes, place.Folder, spare);
        if (error.Failed)
        {
            return Clear(
                place, mine, Step.Fail(volume, "the file with its name cannot be moved aside", error), mayClear);
        }

        if (!isLeft(spare))
        {
            error = volume.Move(place.Folder, spare, place.Folder, place.Bytes);
            if (error.Failed && error.Kind != VolumeErrorKind.Exists)
            {
                return s_taken.Left("that file", spare);
            }

            return Clear(place, mine, error.Failed ? Clear(place, spare, s_taken) : s_taken, mayClear);
        }

        Step step = Give(place, mine, mayClear);
        return step.Status == ActStatus.Failed ? PutBack(place, spare, step) : Clear(place, spare, step);
    }

    private Step PutBack(Place place, byte[] spare, Step why)
    {
        VolumeError error = volume.Move(place.Folder, spare, place.Folder, place.Bytes);
        return error.Failed ? Step.Unfinished($"{why.Reason}; and the link cannot be put back") : why;
    }

    private Step Clear(Place place, byte[] temporary, Step step, Func<bool>? mayClear = null)
    {
        // An old file that could not be put back is left for the next undo, and so is one whose content nothing else
        // holds.
        if (mayClear is not null && (step.Status != ActStatus.Skipped || !mayClear()))
        {
            return step.Status != ActStatus.Skipped
                ? step
                : step.Left("the old one", temporary);
        }

        VolumeError error = volume.Remove(place.Folder, temporary);
        return error.Failed && error.Kind != VolumeErrorKind.Vanished
            ? Step.Unfinished($"{step.Reason}; and a temporary name cannot be removed: {volume.Describe(error)}")
            : step;
    }
}

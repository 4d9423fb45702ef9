using System.Text;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Gives files their names back without displacing what another program has saved there in the meantime.
/// </summary>
/// <remarks>
/// Each step is checked after it was made: what came out must be what the run had left. If it is somebody else's file,
/// that file gets its name back, and ours is removed.
/// </remarks>
/// <param name="volume">The volume that holds the files.</param>
/// <param name="flushes">
/// Whether the folder of a name is flushed to disk after each change. If not, the caller flushes its file system later.
/// </param>
internal sealed class NameRestorer(IChangeableVolume volume, bool flushes = true)
{
    private const string NotFlushed = "its folder cannot be flushed to disk";

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

        return Flush(place);
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
                error = volume.Remove(place.Folder, mine);
                if (error.Failed)
                {
                    return Step.Done.NotRemoved("the link", mine, volume, error);
                }

                return Flush(place);

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
    /// <param name="at">The full name, for the reason of a failure.</param>
    /// <returns>Done, or why it is still there or another file is left under the temporary name.</returns>
    internal Step Remove(Place place, byte[] spare, Func<byte[], bool> isIt, ReportName at)
    {
        VolumeError error = volume.Move(place.Folder, place.Bytes, place.Folder, spare);
        return error.Failed
            ? Step.Fail(volume, $"{at} cannot be removed", error)
            : RemoveAside(place, spare, isIt, at);
    }

    /// <summary>Finishes an interrupted <see cref="Remove"/>.</summary>
    /// <param name="place">The name.</param>
    /// <param name="spare">A temporary name in the same folder.</param>
    /// <param name="isIt">Returns whether a name refers to the file that may be removed.</param>
    /// <param name="at">The full name, for the reason of a failure.</param>
    /// <returns>Done, or why a file is left under the temporary name.</returns>
    internal Step FinishRemove(Place place, byte[] spare, Func<byte[], bool> isIt, ReportName at) =>
        volume.Stat(place.Folder, spare, LinkPolicy.Stay, FactFields.None, out _).Failed
            ? Step.Done
            : RemoveAside(place, spare, isIt, at);

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

    /// <summary>Removes a file that has no name but its temporary one.</summary>
    internal Step Discard(Place place, byte[] temporary, Step step) => Clear(place, temporary, step);

    private Step Flush(Place place)
    {
        VolumeError error = flushes ? volume.Sync(place.Folder) : VolumeError.None;
        return error.Failed ? Step.Fail(volume, NotFlushed, error) : Step.Done;
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
            Step cleared = Clear(place, mine, s_taken, mayClear);
            return error.Kind switch
            {
                VolumeErrorKind.None => cleared,
                VolumeErrorKind.Exists => cleared.Left("an earlier version", spare),
                _ => cleared.Left("that file", spare, volume, error),
            };
        }

        Step step = Give(place, mine, mayClear);
        if (step.Status is ActStatus.Done or ActStatus.Skipped)
        {
            return Clear(place, spare, step);
        }

        error = volume.Move(place.Folder, spare, place.Folder, place.Bytes);
        return error.Kind switch
        {
            VolumeErrorKind.None => step,
            VolumeErrorKind.Exists => Clear(place, spare, step),
            _ => step.Left("the link", spare, volume, error),
        };
    }

    private Step RemoveAside(Place place, byte[] spare, Func<byte[], bool> isIt, ReportName at)
    {
        bool isRight = isIt(spare);
        VolumeError error = isRight
            ? volume.Remove(place.Folder, spare)
            : volume.Move(place.Folder, spare, place.Folder, place.Bytes);
        string what = isRight ? "cannot be removed" : "is another program's file and cannot be moved back";
        return error.Failed
            ? Step.Unfinished($"{Encoding.ASCII.GetString(spare)} next to {at} {what}: {volume.Describe(error)}")
            : Step.Done;
    }

    private Step Clear(Place place, byte[] temporary, Step step, Func<bool>? mayClear = null)
    {
        // An old file that could not be put back is left for the next undo, and so is one whose content nothing else
        // holds.
        if (mayClear is not null && (step.Status != ActStatus.Skipped || !mayClear()))
        {
            bool isGone = volume.Stat(place.Folder, temporary, LinkPolicy.Stay, FactFields.None, out _).Kind
                == VolumeErrorKind.Vanished;
            return isGone ? step : step.Left("the old one", temporary);
        }

        VolumeError error = volume.Remove(place.Folder, temporary);
        return error.Failed && error.Kind != VolumeErrorKind.Vanished
            ? step.NotRemoved("the temporary file", temporary, volume, error)
            : step;
    }
}

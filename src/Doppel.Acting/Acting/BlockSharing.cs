using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Lets a duplicate share the blocks of its keeper; it stays a file of its own.</summary>
/// <remarks>
/// The system itself compares what is to be shared, and shares it only if it is equal, in one step in which nobody can
/// write. So there is nothing to lease, to compare before or to look at after. Not thread-safe.
/// </remarks>
internal sealed class BlockSharing(IChangeableVolume volume)
{
    // Of one call: what btrfs does in one step at most. xfs would do more, and keep others waiting for longer.
    private const long BytesAtOnce = 16 << 20;

    private const long BlockBytesMax = 64 << 10;

    private readonly List<FileExtent> _keeperExtents = [];
    private readonly List<FileExtent> _extents = [];

    /// <summary>Lets a whole file share the blocks of another.</summary>
    /// <param name="keeper">The keeper's place, and what has to stand there.</param>
    /// <param name="other">The duplicate's.</param>
    /// <param name="cancellation">Ends it; what is shared by then stays so.</param>
    internal Step Share(
        (Place Place, FileFacts Facts) keeper, (Place Place, FileFacts Facts) other, CancellationToken cancellation)
    {
        VolumeError error = volume.OpenFile(
            keeper.Place.Folder, keeper.Place.Bytes, out FileHandle keeperFile, out FileFacts keeperFacts);
        if (error.Failed)
        {
            return Step.Fail(volume, "the keeper cannot be opened", error);
        }

        error = volume.OpenFile(other.Place.Folder, other.Place.Bytes, out FileHandle file, out FileFacts facts);
        Step step = error.Failed ? Step.Fail(volume, "it cannot be opened", error)
            : !Identity.SameFile(keeperFacts, keeper.Facts) ? Step.Skip("the keeper has changed")
            : !Identity.SameFile(facts, other.Facts) ? Step.Skip("it has changed")
            : facts.Size != keeperFacts.Size ? Step.Skip("its size differs from the keeper's")
            : AlreadyShare(keeperFile, file) ? Step.Idle("it shares the keeper's blocks already")
            : Share(keeperFile, file, facts.Size, cancellation);
        if (file != FileHandle.None)
        {
            volume.Close(file);
        }

        volume.Close(keeperFile);
        return step;
    }

    private Step Share(FileHandle keeper, FileHandle file, long size, CancellationToken cancellation)
    {
        for (long at = 0; at < size;)
        {
            if (cancellation.IsCancellationRequested)
            {
                return Step.Skip(ActResult.Interrupted);
            }

            VolumeError error = volume.ShareBlocks(
                keeper, file, at, Math.Min(BytesAtOnce, size - at), out long shared);
            if (error.Failed)
            {
                return error.Kind == VolumeErrorKind.Changed
                    ? Step.Skip("its content differs from the keeper's")
                    : Step.Fail(volume, "its blocks cannot be shared", error);
            }

            if (shared == 0)
            {
                // Some file systems leave out an end that does not fill a block.
                return at > 0 && size - at < BlockBytesMax
                    ? Step.Done
                    : Step.Fail(volume, "its blocks cannot be shared", new VolumeError(VolumeErrorKind.Unsupported));
            }

            at += shared;
        }

        return Step.Done;
    }

    // Only to leave alone what needs nothing; that blocks lie at one place proves nothing else.
    private bool AlreadyShare(FileHandle keeper, FileHandle file)
    {
        const ExtentFlags Plain = ExtentFlags.Shared | ExtentFlags.Last | ExtentFlags.Merged;
        return !volume.Extents(keeper, ExtentQuery.CompleteAndSynced, _keeperExtents).Failed
            && !volume.Extents(file, ExtentQuery.CompleteAndSynced, _extents).Failed
            && _extents.Count > 0 && _extents.SequenceEqual(_keeperExtents)
            && _extents.TrueForAll(
                static extent => (extent.Flags & ~Plain) == 0 && (extent.Flags & ExtentFlags.Shared) != 0);
    }
}

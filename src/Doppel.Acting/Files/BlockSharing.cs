using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Makes a duplicate share the blocks of its keeper. The duplicate remains a separate file.</summary>
/// <remarks>
/// The system itself compares the ranges and shares them only if they are equal, in one atomic step during which nobody
/// can write. No leases, comparison or later checks are therefore needed. Not thread-safe.
/// </remarks>
internal sealed class BlockSharing(IChangeableVolume volume)
{
    // The maximum per call: btrfs does no more in one step. xfs would, but would block other programs for longer.
    private const long BytesAtOnce = 16 << 20;

    private const long BlockBytesMax = 64 << 10;

    private readonly List<FileExtent> _keeperExtents = [];
    private readonly List<FileExtent> _extents = [];

    /// <summary>Makes an entire file share the blocks of another.</summary>
    /// <param name="keeper">The location and the expected facts of the keeper.</param>
    /// <param name="other">The location and the expected facts of the duplicate.</param>
    /// <param name="cancellation">Cancels the operation. Blocks that are already shared remain shared.</param>
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
        Step step = error.Failed
            ? Step.Fail(volume, "it cannot be opened", error)
            : WhyNot((keeperFacts, keeper.Facts), (facts, other.Facts))
                ?? Share(keeperFile, file, facts.Size, cancellation);
        if (file != FileHandle.None)
        {
            volume.Close(file);
        }

        volume.Close(keeperFile);
        return step;
    }

    /// <summary>Returns whether both files are as expected but do not share all their blocks.</summary>
    internal bool IsUnshared((Place Place, FileFacts Facts) keeper, (Place Place, FileFacts Facts) other)
    {
        bool isUnshared = false;
        if (!volume.OpenFile(
            keeper.Place.Folder, keeper.Place.Bytes, out FileHandle keeperFile, out FileFacts keeperFacts).Failed)
        {
            if (!volume.OpenFile(
                other.Place.Folder, other.Place.Bytes, out FileHandle file, out FileFacts facts).Failed)
            {
                isUnshared = WhyNot((keeperFacts, keeper.Facts), (facts, other.Facts)) is null
                    && WhyIdle(keeperFile, file) is null;
                volume.Close(file);
            }

            volume.Close(keeperFile);
        }

        return isUnshared;
    }

    private static Step? WhyNot(
        (FileFacts Found, FileFacts Expected) keeper, (FileFacts Found, FileFacts Expected) other)
    {
        if (!Identity.SameFile(keeper.Found, keeper.Expected))
        {
            return Step.Skip("the keeper has changed");
        }

        if (!Identity.SameFile(other.Found, other.Expected))
        {
            return Step.Skip("it has changed");
        }

        return other.Found.Size == keeper.Found.Size ? null : Step.Skip("its size differs from the keeper's");
    }

    private Step Share(FileHandle keeper, FileHandle file, long size, CancellationToken cancellation)
    {
        if (WhyIdle(keeper, file) is { } idle)
        {
            return idle;
        }

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
                // Some file systems do not share a last partial block.
                return at > 0 && size - at < BlockBytesMax
                    ? Step.Done
                    : Step.Fail(volume, "its blocks cannot be shared", new VolumeError(VolumeErrorKind.Unsupported));
            }

            at += shared;
        }

        return Step.Done;
    }

    // Used only to skip files that need nothing. Blocks at the same address prove nothing else.
    private Step? WhyIdle(FileHandle keeper, FileHandle file)
    {
        const ExtentFlags Plain = ExtentFlags.Shared | ExtentFlags.Last | ExtentFlags.Merged;
        if (volume.Extents(keeper, ExtentQuery.CompleteAndSynced, _keeperExtents).Failed
            || volume.Extents(file, ExtentQuery.CompleteAndSynced, _extents).Failed)
        {
            return null;
        }

        // The system reports success for both, although there is nothing that it could share.
        if (_extents.Count == 0)
        {
            return Step.Idle("it has no blocks that could be shared: it is one hole");
        }

        if (_extents.TrueForAll(static extent => (extent.Flags & ExtentFlags.Inline) != 0))
        {
            return Step.Idle("it has no blocks that could be shared: its content is stored in its inode");
        }

        bool areShared = _extents.SequenceEqual(_keeperExtents) && _extents.TrueForAll(
            static extent => (extent.Flags & ~Plain) == 0 && (extent.Flags & ExtentFlags.Shared) != 0);
        return areShared ? Step.Idle("it already shares the keeper's blocks") : null;
    }
}

using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>The blocks of a file as one number: what has the same number has the same blocks.</summary>
internal static class ExtentMap
{
    /// <summary>Whether an extent's blocks are surely those of everyone who tells the same address.</summary>
    // Shared, and nothing else but perhaps Last. What carries anything else, bits of later systems too, is read:
    // - Unknown and Delayed have no address yet; a clone whose last writes are not on the device has one that is old.
    // - Encoded: slices of one compressed extent all carry the address of its start, whatever slice it is.
    // - Encrypted: with another key the same blocks are another content.
    // - Inline and Tail, and NotAligned, which goes with both: several files lie at one address.
    // - Unwritten blocks hold what was there before, and read as zeros until they are written.
    // - Merged: the file system knows no extents, so it can share none.
    // Shared is what the file system itself says of blocks with more than one owner. Without it equal addresses would
    // be a mistake, such as two devices with addresses of their own.
    internal static bool IsTrusted(ExtentFlags flags) => (flags & ~ExtentFlags.Last) == ExtentFlags.Shared;

    /// <summary>The number of a complete map.</summary>
    /// <param name="extents">All extents, in the order of the file.</param>
    /// <param name="size">Bytes of the file; what lies beyond is not looked at.</param>
    /// <param name="space">The file system: only within one of them do addresses mean the same.</param>
    /// <param name="hash">Scratch.</param>
    /// <returns>
    /// <c>default</c> where the map proves nothing: an extent that is not trusted, no extent at all, or one out of
    /// order.
    /// </returns>
    internal static Digest128 Identify(ReadOnlySpan<FileExtent> extents, long size, int space, Xxh3State hash)
    {
        hash.Reset();
        Append(hash, size, space, 0);
        FileExtent run = default;
        foreach (FileExtent extent in extents)
        {
            if (extent.Offset >= size)
            {
                break;
            }

            if (!IsTrusted(extent.Flags) || extent.Length <= 0 || extent.Offset < run.Offset + run.Length)
            {
                return default;
            }

            // How a file system cuts a run into extents is its own affair. Holes stay, since they part the offsets.
            long length = Math.Min(extent.Length, size - extent.Offset);
            bool goesOn = run.Length > 0 && extent.Offset == run.Offset + run.Length
                && extent.Physical == run.Physical + run.Length;
            if (goesOn)
            {
                run = run with { Length = run.Length + length };
                continue;
            }

            AppendRun(hash, run);
            run = extent with { Length = length };
        }

        AppendRun(hash, run);
        return run.Length > 0 ? hash.GetDigest() : default;
    }

    private static void AppendRun(Xxh3State hash, FileExtent run)
    {
        if (run.Length > 0)
        {
            Append(hash, run.Offset, run.Physical, run.Length);
        }
    }

    private static void Append(Xxh3State hash, long first, long second, long third) =>
        hash.Append(MemoryMarshal.AsBytes((ReadOnlySpan<long>)[first, second, third]));
}

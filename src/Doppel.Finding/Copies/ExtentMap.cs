using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Identifies a file's extents by a single number: files with equal numbers are stored in the same blocks.
/// </summary>
internal static class ExtentMap
{
    /// <summary>
    /// Returns whether an extent's blocks certainly belong to every file that reports the same address.
    /// </summary>
    // The flags must be Shared and nothing else except Last. Files with any other flag, including flags that future
    // systems may add, are read instead:
    // - Unknown and Delayed: there is no address yet; a clone with unwritten changes still reports its old one.
    // - Encoded: all slices of one compressed extent report the address of its start, whichever slice they are.
    // - Encrypted: with a different key, the same blocks are different content.
    // - Inline and Tail, and NotAligned, which accompanies both: several files share one address.
    // - Unwritten: the blocks hold old data and read as zeros until they are written.
    // - Merged: the file system has no extents, so it cannot share any.
    // Shared is the file system's own statement that the blocks have more than one owner. Without it, equal addresses
    // would be an error, such as two devices that each have their own addresses.
    internal static bool IsTrusted(ExtentFlags flags) => (flags & ~ExtentFlags.Last) == ExtentFlags.Shared;

    /// <summary>Returns the number that identifies a complete map.</summary>
    /// <param name="extents">All extents, in file order.</param>
    /// <param name="size">The file's size in bytes. Anything beyond it is ignored.</param>
    /// <param name="space">The file system. Addresses are comparable only within the same file system.</param>
    /// <param name="hash">Scratch state.</param>
    /// <returns>
    /// The number, or <c>default</c> if the map proves nothing: an extent is not trusted or out of order, or there are
    /// none.
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

            // How a file system splits a run into extents does not matter. Holes are kept, since they separate the
            // offsets.
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

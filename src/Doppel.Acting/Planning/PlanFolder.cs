using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>
/// A folder that goes in favour of another one that has all of it, or an empty folder that is to be removed.
/// </summary>
/// <remarks>
/// A claim, and no proof: whoever acts lists both again, and compares every byte of each file. Immutable, so
/// thread-safe.
/// </remarks>
public sealed record PlanFolder
{
    /// <summary>The absolute path of the folder, without symbolic links in it.</summary>
    public required ReportName Name { get; init; }

    /// <summary>The folder that stays, likewise; empty where an empty folder is to be removed.</summary>
    public ReportName Keeper { get; init; }

    /// <summary>Whether what stands for a file has the same path below the folder that stays.</summary>
    public FolderMatch Match { get; init; }

    /// <summary>Why that one stays, as people read it.</summary>
    public required string Reason { get; init; }

    /// <summary>
    /// SHA-256 in hex of what was in it: paths, kinds, inodes, sizes and times. Another one means that it has changed.
    /// </summary>
    public required string Listing { get; init; }

    /// <summary>
    /// Symbolic links elsewhere that lead to files in it, ordered by name, as far as they are known. Default: none.
    /// </summary>
    public IReadOnlyList<PlanLink> SymbolicLinks { get; init; } = [];

    /// <summary>Files in it: inodes, whatever the number of their names.</summary>
    public long Files { get; init; }

    /// <summary>Names of these files.</summary>
    public long Names { get; init; }

    /// <summary>Bytes on the device that come free when it goes; allocated blocks, not sizes.</summary>
    public long FreedBytes { get; init; }

    /// <summary>Of <see cref="Files"/> those that free nothing, since they have names elsewhere.</summary>
    public long HeldFiles { get; init; }
}

using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>
/// Represents a folder to remove, either because another folder contains all its files or because it is empty.
/// </summary>
/// <remarks>
/// This is a claim, not a proof: acting on it lists both folders again and compares every byte of each file. Immutable
/// and thread-safe.
/// </remarks>
public sealed record PlanFolder
{
    /// <summary>Gets the absolute path of the folder, free of symbolic links.</summary>
    public required ReportName Name { get; init; }

    /// <summary>
    /// Gets the absolute path of the folder that is kept, free of symbolic links. Empty if an empty folder is removed.
    /// </summary>
    public ReportName Keeper { get; init; }

    /// <summary>Gets whether each file's counterpart has the same relative path in the folder that is kept.</summary>
    public FolderMatch Match { get; init; }

    /// <summary>Gets a human-readable reason why the other folder is kept.</summary>
    public required string Reason { get; init; }

    /// <summary>
    /// Gets the SHA-256, in hex, of the folder's listing: paths, kinds, inodes, sizes and times. A different value
    /// means that the folder has changed.
    /// </summary>
    public required string Listing { get; init; }

    /// <summary>
    /// Gets the known symbolic links elsewhere that point to files in the folder, ordered by name. Default: none.
    /// </summary>
    public IReadOnlyList<PlanLink> SymbolicLinks { get; init; } = [];

    /// <summary>Gets the number of files in it, counting each inode once.</summary>
    public long Files { get; init; }

    /// <summary>Gets the number of names of these files.</summary>
    public long Names { get; init; }

    /// <summary>
    /// Gets the number of bytes on the device that removing it frees, in allocated blocks rather than file sizes.
    /// </summary>
    public long FreedBytes { get; init; }

    /// <summary>Gets how many of <see cref="Files"/> free nothing because they have names elsewhere.</summary>
    public long HeldFiles { get; init; }
}

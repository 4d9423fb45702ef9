namespace Doppel.Reports;

/// <summary>A list of the links that connect files. The sequences may be lazy and are enumerated once.</summary>
public sealed record LinkReport
{
    /// <summary>Gets the details of the request.</summary>
    public required ReportBegin Begin { get; init; }

    /// <summary>Gets the inodes that have several names, by the first name found.</summary>
    public IEnumerable<ReportHardLinks> HardLinks { get; init; } = [];

    /// <summary>Gets the symbolic links, by name.</summary>
    public IEnumerable<ReportSymbolicLink> SymbolicLinks { get; init; } = [];

    /// <summary>Gets the sets of files that share all their extents, by the first name of each set.</summary>
    public IEnumerable<ReportReflinks> Reflinks { get; init; } = [];

    /// <summary>Gets the problems, by path.</summary>
    public IEnumerable<ReportProblem> Problems { get; init; } = [];

    /// <summary>Gets the totals, which are known before the first set is written.</summary>
    public required LinkSummary Summary { get; init; }
}

/// <summary>An inode that has several names.</summary>
/// <param name="Size">The size of its content in bytes.</param>
/// <param name="Outside">
/// The number of names that were not found because they are outside the roots or excluded by a filter; 0 or greater.
/// </param>
/// <param name="FreesMax">
/// The maximum number of bytes freed by deleting all names found: 0 if there are names that were not found. Fewer bytes
/// are freed if other files or snapshots share its extents.
/// </param>
/// <param name="Copy">The inode: the names found, and the total number of its names.</param>
public sealed record ReportHardLinks(long Size, long Outside, long FreesMax, ReportCopy Copy);

/// <summary>Separate files that share all their extents.</summary>
/// <param name="Size">The size of each file's content in bytes.</param>
/// <param name="Copies">At least two inodes, each with the names found.</param>
public sealed record ReportReflinks(long Size, IReadOnlyList<ReportCopy> Copies);

namespace Doppel.Reports;

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

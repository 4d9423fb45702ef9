namespace Doppel.Reports;

/// <summary>One inode that has several names.</summary>
/// <param name="Size">Bytes of its content.</param>
/// <param name="Outside">Names that were not found: outside the roots, or left out by a filter. 0 or more.</param>
/// <param name="FreesMax">
/// Bytes that come free at most if all names found are deleted: none while there is a name that was not found; fewer
/// than this where other files or snapshots have the same blocks.
/// </param>
/// <param name="Copy">The inode: the names found, and how many it has in all.</param>
public sealed record ReportHardLinks(long Size, long Outside, long FreesMax, ReportCopy Copy);

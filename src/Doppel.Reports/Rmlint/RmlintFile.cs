namespace Doppel.Reports;

/// <summary>A file of a set.</summary>
/// <param name="Path">The absolute path.</param>
/// <param name="Inode">The device and inode, or null if not recorded.</param>
internal readonly record struct RmlintFile(ReportName Path, (ulong Device, ulong Inode)? Inode);

namespace Doppel.Reports.Rmlint;

/// <summary>A file of a set.</summary>
/// <param name="Path">Its absolute path.</param>
/// <param name="Inode">Null where not told.</param>
internal readonly record struct RmlintFile(ReportName Path, (ulong Device, ulong Inode)? Inode);

namespace Doppel.Reports;

/// <summary>A content that only one inode holds.</summary>
/// <param name="Size">Length of the content in bytes; -1 where it was read from text, which does not tell.</param>
/// <param name="Copy">The inode with its names.</param>
public sealed record ReportUnique(long Size, ReportCopy Copy);

namespace Doppel.Reports;

/// <summary>A content that only one inode holds.</summary>
/// <param name="Size">
/// The size of the content in bytes, or -1 if the report was read from text, which does not record it.
/// </param>
/// <param name="Copy">The inode with its names.</param>
public sealed record ReportUnique(long Size, ReportCopy Copy);

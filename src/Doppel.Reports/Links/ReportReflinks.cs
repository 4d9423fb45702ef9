namespace Doppel.Reports;

/// <summary>Separate files that share all their extents.</summary>
/// <param name="Size">The size of each file's content in bytes.</param>
/// <param name="Copies">At least two inodes, each with the names found.</param>
public sealed record ReportReflinks(long Size, IReadOnlyList<ReportCopy> Copies);

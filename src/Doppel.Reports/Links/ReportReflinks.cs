namespace Doppel.Reports;

/// <summary>Files of their own that lie in the same blocks.</summary>
/// <param name="Size">Bytes of content of each.</param>
/// <param name="Copies">At least two inodes, each with the names found.</param>
public sealed record ReportReflinks(long Size, IReadOnlyList<ReportCopy> Copies);

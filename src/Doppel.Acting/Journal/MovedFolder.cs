using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Says that a folder of earlier runs, such as the mount point of a disk, has another path now.</summary>
/// <param name="From">The absolute path in the journals.</param>
/// <param name="To">
/// The absolute path now. May be the same, if another file system is to stand in for the old one.
/// </param>
public sealed record MovedFolder(ReportName From, ReportName To);

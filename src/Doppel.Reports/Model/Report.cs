namespace Doppel.Reports;

/// <summary>A complete report. The sequences may be lazy and are enumerated once.</summary>
public sealed record Report
{
    /// <summary>Gets the details of the request.</summary>
    public required ReportBegin Begin { get; init; }

    /// <summary>
    /// Gets the groups of identical folders, if requested, ordered by bytes (largest first), then by first name.
    /// </summary>
    public IEnumerable<ReportFolderGroup> FolderGroups { get; init; } = [];

    /// <summary>
    /// Gets the folders whose contents another folder holds completely, if requested, in the same order.
    /// </summary>
    public IEnumerable<ReportContainedFolder> ContainedFolders { get; init; } = [];

    /// <summary>Gets the topmost folders that contain nothing but empty folders, if requested, by name.</summary>
    public IEnumerable<ReportFolder> EmptyFolders { get; init; } = [];

    /// <summary>
    /// Gets the groups of equal files, ordered by <see cref="ReportGroup.RedundantBytes"/> (largest first), then by
    /// first name.
    /// </summary>
    public required IEnumerable<ReportGroup> Groups { get; init; }

    /// <summary>
    /// Gets the groups of files with identical audio or image data, if requested, ordered by
    /// <see cref="ReportMediaGroup.RedundantBytes"/> (largest first), then by first name.
    /// </summary>
    public IEnumerable<ReportMediaGroup> MediaGroups { get; init; } = [];

    /// <summary>Gets the media files that could not be compared, if requested, by name.</summary>
    public IEnumerable<ReportNotComparable> NotComparable { get; init; } = [];

    /// <summary>Gets the files that have no duplicate, if requested, by name.</summary>
    public IEnumerable<ReportUnique> Uniques { get; init; } = [];

    /// <summary>Gets the problems, by path.</summary>
    public IEnumerable<ReportProblem> Problems { get; init; } = [];

    /// <summary>
    /// Gets the totals of everything above, known before the first group is written. They are written as they are.
    /// </summary>
    public required ReportSummary Summary { get; init; }
}

/// <summary>A content that only one inode holds.</summary>
/// <param name="Size">
/// The size of the content in bytes, or -1 if the report was read from text, which does not record it.
/// </param>
/// <param name="Copy">The inode with its names.</param>
public sealed record ReportUnique(long Size, ReportCopy Copy);

/// <summary>
/// A file that looks like media but whose audio or image data could not be determined with certainty.
/// </summary>
/// <remarks>The file is in no media group. Of several identical files, only the first is listed.</remarks>
/// <param name="Path">The first absolute name.</param>
/// <param name="Root">The index of the first root that contains the name, or -1 if unknown.</param>
/// <param name="Format">The format it appears to have, as a lowercase word such as mp3.</param>
/// <param name="Reason">The reason, as text for display.</param>
public sealed record ReportNotComparable(ReportName Path, int Root, string Format, string Reason);

namespace Doppel.Reports;

/// <summary>A group of equal folders. Files in all but the first are not listed anywhere else in the report.</summary>
public sealed record ReportFolderGroup
{
    /// <summary>Gets what makes the folders equal.</summary>
    public required FolderMatch Match { get; init; }

    /// <summary>Gets the folders, at least two, ordered by root and then by path.</summary>
    public required IReadOnlyList<ReportFolder> Folders { get; init; }

    /// <summary>Gets the totals of each folder.</summary>
    public required FolderContent Content { get; init; }

    /// <summary>
    /// Gets the number of bytes that deleting all folders but the first would free, provided that no name lies outside
    /// the roots. Counts only copies that the report lists with this group. Copies that share extents count once.
    /// </summary>
    public required long RedundantBytes { get; init; }
}

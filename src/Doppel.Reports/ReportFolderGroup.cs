namespace Doppel.Reports;

/// <summary>Equal folders. What lies in all but the first is listed nowhere else in the report.</summary>
public sealed record ReportFolderGroup
{
    /// <summary>What makes them equal.</summary>
    public required FolderMatch Match { get; init; }

    /// <summary>At least two folders, in the order of their roots and then by path.</summary>
    public required IReadOnlyList<ReportFolder> Folders { get; init; }

    /// <summary>What each of them holds.</summary>
    public required FolderContent Content { get; init; }

    /// <summary>
    /// Bytes of the copies that are in the report with this group only: what taking away all folders but the first
    /// would free, as far as no name lies outside of the roots. Copies in shared blocks count once.
    /// </summary>
    public required long RedundantBytes { get; init; }
}

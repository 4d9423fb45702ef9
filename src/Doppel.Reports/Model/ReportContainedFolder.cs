namespace Doppel.Reports;

/// <summary>
/// A folder whose every content is also in another folder, under whatever name. Its files are not listed anywhere else
/// in the report.
/// </summary>
public sealed record ReportContainedFolder
{
    /// <summary>Gets the contained folder.</summary>
    public required ReportFolder Folder { get; init; }

    /// <summary>
    /// Gets the folder that holds all of its contents, and more. Neither folder lies below the other.
    /// </summary>
    public required ReportFolder Container { get; init; }

    /// <summary>Gets the totals of the contained folder.</summary>
    public required FolderContent Content { get; init; }

    /// <summary>
    /// Gets the redundant bytes of the contained folder; see <see cref="ReportFolderGroup.RedundantBytes"/>.
    /// </summary>
    public required long RedundantBytes { get; init; }
}

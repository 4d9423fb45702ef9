namespace Doppel.Reports;

/// <summary>
/// A folder of which each content is in another folder too, under whatever name. What lies in it is listed nowhere
/// else in the report.
/// </summary>
public sealed record ReportContainedFolder
{
    /// <summary>The folder.</summary>
    public required ReportFolder Folder { get; init; }

    /// <summary>The folder that has all of it, and more. Neither lies in the other.</summary>
    public required ReportFolder Container { get; init; }

    /// <summary>What the contained folder holds.</summary>
    public required FolderContent Content { get; init; }

    /// <summary>As <see cref="ReportFolderGroup.RedundantBytes"/>, of the contained folder.</summary>
    public required long RedundantBytes { get; init; }
}

using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>The folders that were found, in report order.</summary>
internal sealed record FolderResult(
    IReadOnlyList<ReportFolderGroup> Groups,
    IReadOnlyList<ReportContainedFolder> Contained,
    IReadOnlyList<ReportFolder> Empty)
{
    internal static FolderResult None { get; } = new([], [], []);

    internal ReportFolderTotals ToTotals() => new()
    {
        Groups = Groups.Count,
        RedundantFolders = Groups.Sum(group => group.Folders.Count - 1L),
        Contained = Contained.Count,
        Empty = Empty.Count,
        RedundantBytes = Groups.Sum(group => group.RedundantBytes) + Contained.Sum(item => item.RedundantBytes),
    };
}

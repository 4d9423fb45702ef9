using Doppel.Reports;

namespace Doppel.Web;

/// <summary>
/// Folders that are equal, or a folder and the one that contains all of it. All but one of them can go.
/// </summary>
/// <param name="Folders">The folders, in the order of the report. A container is the second of two.</param>
/// <param name="Content">What each folder holds, or the one that is contained.</param>
/// <param name="RedundantBytes">The number of bytes that can be gained.</param>
/// <param name="Match">What makes them equal; null if the first one is contained in the second one.</param>
internal sealed record FolderGroup(
    IReadOnlyList<ReportFolder> Folders, FolderContent Content, long RedundantBytes, FolderMatch? Match)
{
    /// <summary>Creates a group of equal folders.</summary>
    internal static FolderGroup Of(ReportFolderGroup group) =>
        new(group.Folders, group.Content, group.RedundantBytes, group.Match);

    /// <summary>Creates a group of a contained folder and its container.</summary>
    internal static FolderGroup Of(ReportContainedFolder contained) =>
        new([contained.Folder, contained.Container], contained.Content, contained.RedundantBytes, Match: null);

    /// <summary>Returns the group as a report has it, with some of its folders.</summary>
    internal ReportFolderGroup ToReport(Func<ReportFolder, bool> hasFolder) => new()
    {
        Match = Match!.Value,
        Folders = [.. Folders.Where(hasFolder)],
        Content = Content,
        RedundantBytes = RedundantBytes,
    };

    /// <summary>Returns the contained folder as a report has it.</summary>
    internal ReportContainedFolder ToContained() => new()
    {
        Folder = Folders[0],
        Container = Folders[1],
        Content = Content,
        RedundantBytes = RedundantBytes,
    };
}

namespace Doppel.Web;

/// <summary>A part of the groups of folders.</summary>
internal sealed record FolderGroupsView(long Version, int Total, IReadOnlyList<FolderGroupView> Groups);

/// <summary>A group of folders.</summary>
/// <param name="Group">Its number, by which it is chosen.</param>
/// <param name="Match">Whether names are equal, or only contents, or the first folder is in the second one.</param>
/// <param name="Files">The number of files in each of the equal folders, or in the contained one.</param>
/// <param name="Bytes">Their size.</param>
/// <param name="RedundantBytes">The redundant bytes.</param>
/// <param name="ByHand">Whether it was decided by hand.</param>
/// <param name="Reason">The rules that decided, or an empty text.</param>
/// <param name="Folders">What is planned for each folder.</param>
internal sealed record FolderGroupView(
    int Group, string Match, long Files, long Bytes, long RedundantBytes, bool ByHand, string Reason,
    IReadOnlyList<FolderMarkView> Folders);

/// <summary>A folder of a group. <see cref="GoneBy"/> is null unless it is gone.</summary>
internal sealed record FolderMarkView(string Path, CopyMark Mark, PageAction? GoneBy, string Why);

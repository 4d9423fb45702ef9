using Doppel.Acting;

namespace Doppel.Web;

/// <summary>A part of the groups of folders.</summary>
internal sealed record FolderGroupsView(long Version, int Total, IReadOnlyList<FolderGroupView> Groups);

/// <summary>A group of folders.</summary>
/// <param name="Number">Its number, by which it is chosen.</param>
/// <param name="Group">What a report says about it.</param>
/// <param name="IsByHand">Whether it was decided by hand.</param>
/// <param name="Reason">The rules that decided, or an empty text.</param>
/// <param name="Folders">What is planned for each folder.</param>
internal sealed record FolderGroupView(
    int Number, FolderGroup Group, bool IsByHand, string Reason, IReadOnlyList<FolderMarkView> Folders);

/// <summary>A folder of a group. <see cref="GoneBy"/> is null unless it is gone.</summary>
internal sealed record FolderMarkView(string Path, CopyMark Mark, ActionKind? GoneBy, string Why);

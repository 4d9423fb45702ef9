using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Decides whether two sets of facts describe the same file.</summary>
internal static class Identity
{
    /// <summary>Returns whether both describe the same inode with unchanged content.</summary>
    /// <remarks>
    /// Creating and removing hard links changes the ctime, so only <see cref="Unchanged"/> compares it.
    /// </remarks>
    internal static bool SameFile(in FileFacts left, in FileFacts right) =>
        left.Kind == EntryKind.File && right.Kind == EntryKind.File && SameInode(left, right)
        && left.Size == right.Size && left.Modified == right.Modified;

    /// <summary>
    /// Returns whether both describe the same file and nothing at all has changed: device, inode, size and both times.
    /// </summary>
    internal static bool Unchanged(in FileFacts left, in FileFacts right) =>
        SameFile(left, right) && left.Changed == right.Changed;

    internal static bool SameInode(in FileFacts left, in FileFacts right) =>
        left.Device == right.Device && left.Inode == right.Inode;
}

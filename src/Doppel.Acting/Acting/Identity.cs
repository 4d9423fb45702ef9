using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>When two looks have seen the same file.</summary>
internal static class Identity
{
    /// <summary>The same inode, and nothing about its content has changed.</summary>
    /// <remarks>Links that are made and taken away change ctime, so that counts only where <see cref="Unchanged"/>
    /// asks.
    /// </remarks>
    internal static bool SameFile(in FileFacts left, in FileFacts right) =>
        left.Kind == EntryKind.File && right.Kind == EntryKind.File && SameInode(left, right)
        && left.Size == right.Size && left.Modified == right.Modified;

    /// <summary>The same, and nothing at all has changed: device, inode, size and both times.</summary>
    internal static bool Unchanged(in FileFacts left, in FileFacts right) =>
        SameFile(left, right) && left.Changed == right.Changed;

    internal static bool SameInode(in FileFacts left, in FileFacts right) =>
        left.Device == right.Device && left.Inode == right.Inode;
}

using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>An open name of an inode, from which the inode's other names are brought back.</summary>
internal sealed class HeldFile
{
    /// <summary>The file; <see cref="FileHandle.None"/> if there is none. Its owner closes it.</summary>
    internal FileHandle File { get; set; } = FileHandle.None;
}

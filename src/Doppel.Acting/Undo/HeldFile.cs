using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>An open name of an inode, from which the other names of the inode are restored.</summary>
internal sealed class HeldFile
{
    /// <summary>
    /// Gets or sets the file, or <see cref="FileHandle.None"/> if there is none. The owner of this object closes it.
    /// </summary>
    internal FileHandle File { get; set; } = FileHandle.None;
}

namespace Doppel.Finding;

/// <summary>What the index stores about a file in addition to its path.</summary>
/// <param name="Size">The size of the content in bytes.</param>
/// <param name="Inode">The inode number.</param>
/// <param name="Stamp">The times of the last change; see <see cref="ChangeStamp"/>.</param>
/// <param name="Mark">The device and flags.</param>
internal readonly record struct FileRow(long Size, ulong Inode, uint Stamp, DeviceMark Mark);

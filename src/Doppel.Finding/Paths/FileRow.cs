namespace Doppel.Finding;

/// <summary>What the index keeps of a file beside its path.</summary>
/// <param name="Size">Bytes of content.</param>
/// <param name="Inode">The inode number.</param>
/// <param name="Stamp">The times of its last change, see <see cref="ChangeStamp"/>.</param>
/// <param name="Mark">Its device and marks.</param>
internal readonly record struct FileRow(long Size, ulong Inode, uint Stamp, DeviceMark Mark);

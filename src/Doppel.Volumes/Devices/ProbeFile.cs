namespace Doppel.Volumes;

/// <summary>A file that may be probed.</summary>
/// <param name="Path">The path relative to the folder at which the search started.</param>
/// <param name="Inode">
/// The inode number, which indicates the position on disk: file systems number inodes by location.
/// </param>
internal readonly record struct ProbeFile(byte[] Path, ulong Inode);

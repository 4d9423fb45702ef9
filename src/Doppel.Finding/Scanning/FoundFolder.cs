namespace Doppel.Finding;

/// <summary>A folder to list on the next level.</summary>
/// <param name="Path">The folder.</param>
/// <param name="Inode">
/// The folder's inode as its parent reports it, for disks on which folders are read in inode order; 0 if not reported.
/// </param>
internal readonly record struct FoundFolder(PathId Path, ulong Inode);

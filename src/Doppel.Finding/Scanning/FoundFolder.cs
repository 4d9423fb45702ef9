namespace Doppel.Finding;

/// <summary>A folder to be listed on the next level.</summary>
/// <param name="Path">The folder.</param>
/// <param name="Inode">Its number as the folder above tells it, for a disk that should read them in their order; 0 if
/// nobody told.</param>
internal readonly record struct FoundFolder(PathId Path, ulong Inode);

namespace Doppel.Volumes;

/// <summary>What stands against changing an entry, whatever its permissions say.</summary>
/// <param name="IsImmutable">Nothing of it may be changed, not even by root (chattr +i).</param>
/// <param name="IsAppendOnly">A file may only grow, a folder only get entries (chattr +a).</param>
/// <param name="Mount">
/// A number for the mount that it was reached through; 0 if not known. Two mounts of one file system differ, and a
/// hard link does not lead from one to the other.
/// </param>
public readonly record struct FileProtection(bool IsImmutable, bool IsAppendOnly, ulong Mount);

namespace Doppel.Volumes;

/// <summary>Describes what prevents changes to an entry, regardless of its permissions.</summary>
/// <param name="IsImmutable">Whether the entry cannot be changed at all, not even by root (chattr +i).</param>
/// <param name="IsAppendOnly">Whether a file can only grow, or a folder can only gain entries (chattr +a).</param>
/// <param name="Mount">
/// The id of the mount through which the entry was reached, or 0 if unknown. Two mounts of one file system have
/// different ids, and a hard link cannot cross from one to the other.
/// </param>
public readonly record struct FileProtection(bool IsImmutable, bool IsAppendOnly, ulong Mount);

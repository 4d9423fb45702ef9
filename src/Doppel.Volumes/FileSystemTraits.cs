namespace Doppel.Volumes;

/// <summary>What a file system can do and how far its word can be trusted.</summary>
[Flags]
public enum FileSystemTraits
{
    /// <summary>Nothing known.</summary>
    None = 0,

    /// <summary>Hard links between files of one mount.</summary>
    HardLinks = 1,

    /// <summary>Symbolic links.</summary>
    SymbolicLinks = 2,

    /// <summary>Files can share their blocks (reflinks).</summary>
    Reflinks = 4,

    /// <summary>
    /// Inode numbers are unique and stay: two names with one are one file. Not so on FUSE and networks.
    /// </summary>
    TrustedIds = 8,

    /// <summary>Mounted for reading only.</summary>
    ReadOnly = 16,

    /// <summary>Names that differ only in case are one name.</summary>
    IgnoresCase = 32,

    /// <summary>
    /// Made by the kernel and not by anyone's files (proc, sysfs); not entered unless named as a root.
    /// </summary>
    Virtual = 64,

    /// <summary>
    /// Files may share blocks, and what <see cref="IVolume.Extents"/> tells shows it: within one
    /// <see cref="MountFacts.FileSystemId"/> one address is one block.
    /// </summary>
    SharedExtents = 128,
}

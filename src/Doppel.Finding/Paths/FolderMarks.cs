namespace Doppel.Finding;

/// <summary>The result of listing a folder.</summary>
[Flags]
internal enum FolderMarks : byte
{
    None = 0,

    /// <summary>The folder was listed under this path.</summary>
    Listed = 1,

    /// <summary>
    /// Something in the folder was left out: by a filter, because of its kind, or because of a problem.
    /// </summary>
    Incomplete = 2,

    /// <summary>Something is mounted on the folder.</summary>
    MountRoot = 4,

    /// <summary>Not a folder itself, but a symbolic link that is followed.</summary>
    Link = 8,
}

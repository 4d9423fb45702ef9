namespace Doppel.Finding;

/// <summary>What listing a folder came to.</summary>
[Flags]
internal enum FolderMarks : byte
{
    None = 0,

    /// <summary>It was listed, under this path.</summary>
    Listed = 1,

    /// <summary>Something in it was left out: by a filter, for its kind, or as a problem.</summary>
    Incomplete = 2,

    /// <summary>Something is mounted here.</summary>
    MountRoot = 4,

    /// <summary>It is a symbolic link that is followed, and no folder itself.</summary>
    Link = 8,
}

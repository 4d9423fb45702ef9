namespace Doppel.Finding;

/// <summary>Flags that describe a symbolic link in addition to its state.</summary>
[Flags]
internal enum SymbolicLinkMarks : byte
{
    /// <summary>No flags.</summary>
    None = 0,

    /// <summary>The link is listed: it still existed and passed the time filters.</summary>
    Listed = 1,

    /// <summary>The link points outside the roots.</summary>
    LeavesRoots = 2,

    /// <summary>The link points to another device.</summary>
    CrossesVolumes = 4,
}

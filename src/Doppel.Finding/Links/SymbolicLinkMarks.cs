namespace Doppel.Finding;

/// <summary>What is to be said about a symbolic link beside its state.</summary>
[Flags]
internal enum SymbolicLinkMarks : byte
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>It is listed: it was still there, and a filter of times let it pass.</summary>
    Listed = 1,

    /// <summary>It leads to no place below the roots.</summary>
    LeavesRoots = 2,

    /// <summary>It leads to another device.</summary>
    CrossesVolumes = 4,
}

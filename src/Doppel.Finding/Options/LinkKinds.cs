namespace Doppel.Finding;

/// <summary>The kinds of links that connect files.</summary>
[Flags]
public enum LinkKinds
{
    /// <summary>No links.</summary>
    None = 0,

    /// <summary>Hard links: inodes with several names.</summary>
    Hard = 1,

    /// <summary>Symbolic links; on Windows also junctions and volume mount points.</summary>
    Symbolic = 2,

    /// <summary>Reflinks: separate files that share all their extents.</summary>
    Reflinks = 4,

    /// <summary>All kinds.</summary>
    All = Hard | Symbolic | Reflinks,
}

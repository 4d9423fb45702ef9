namespace Doppel.Finding;

/// <summary>The kinds of links that join files.</summary>
[Flags]
public enum LinkKinds
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>Inodes with several names.</summary>
    Hard = 1,

    /// <summary>Symbolic links; on Windows junctions and volume mount points too.</summary>
    Symbolic = 2,

    /// <summary>Files of their own that share all their blocks.</summary>
    Reflinks = 4,

    /// <summary>All of them.</summary>
    All = Hard | Symbolic | Reflinks,
}

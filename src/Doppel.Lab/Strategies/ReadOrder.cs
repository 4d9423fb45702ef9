namespace Doppel.Lab;

/// <summary>The order that files are read in.</summary>
public enum ReadOrder
{
    /// <summary>As folders list them.</summary>
    Listed,

    /// <summary>By inode number, by which most file systems place them.</summary>
    Inode,

    /// <summary>By the place of their first extent on the device.</summary>
    Extent,
}

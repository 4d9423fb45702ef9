namespace Doppel.Lab;

/// <summary>Specifies the order in which files are read.</summary>
public enum ReadOrder
{
    /// <summary>The order in which folders list them.</summary>
    Listed,

    /// <summary>By inode number, which most file systems use to place files.</summary>
    Inode,

    /// <summary>By the position of the first extent on the device.</summary>
    Extent,
}

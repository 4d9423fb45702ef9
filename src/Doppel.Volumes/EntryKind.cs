namespace Doppel.Volumes;

/// <summary>Specifies the kind of a folder entry, as far as it matters for finding duplicates.</summary>
public enum EntryKind : byte
{
    /// <summary>The kind is unknown until the entry itself is examined.</summary>
    Unknown = 0,

    /// <summary>A regular file.</summary>
    File = 1,

    /// <summary>A folder.</summary>
    Folder = 2,

    /// <summary>A symbolic link, or on Windows a junction or mount point.</summary>
    Link = 3,

    /// <summary>A FIFO, socket or device node. Never opened.</summary>
    Special = 4,
}

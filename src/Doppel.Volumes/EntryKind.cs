namespace Doppel.Volumes;

/// <summary>What an entry of a folder is, as far as a finder cares.</summary>
public enum EntryKind : byte
{
    /// <summary>Not known without looking at the entry itself.</summary>
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

namespace Doppel.Finding;

/// <summary>
/// The stages of a search, in the order in which they run. A list of links uses only some of them, in an order of its
/// own. A search beside saved volumes returns to the scan after files on disks have been read.
/// </summary>
public enum FindStage
{
    /// <summary>Listing folders.</summary>
    Scan,

    /// <summary>Grouping files by size and inode.</summary>
    Group,

    /// <summary>Reading small files completely.</summary>
    Small,

    /// <summary>Reading the first and last bytes of larger files.</summary>
    Ends,

    /// <summary>Comparing or hashing the content of larger files.</summary>
    Content,

    /// <summary>Recognizing media files and reading their tags.</summary>
    Media,

    /// <summary>Checking once more what is about to be reported.</summary>
    Confirm,

    /// <summary>Resolving the targets of symbolic links, for a list of links.</summary>
    Links,

    /// <summary>Querying where files are stored on their devices, for a list of links.</summary>
    Blocks,

    /// <summary>Asking the sources of lists about listed files.</summary>
    Ask,

    /// <summary>Finished.</summary>
    Done,
}

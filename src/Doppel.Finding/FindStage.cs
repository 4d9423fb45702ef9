namespace Doppel.Finding;

/// <summary>What a search is doing now, in this order; a list of links goes its own way through some of it.</summary>
public enum FindStage
{
    /// <summary>Listing folders.</summary>
    Scan,

    /// <summary>Grouping by size and inode.</summary>
    Group,

    /// <summary>Reading small files whole.</summary>
    Small,

    /// <summary>Reading the first and last bytes of larger files.</summary>
    Ends,

    /// <summary>Comparing or hashing the content of larger files.</summary>
    Content,

    /// <summary>Recognising media, and reading its tags.</summary>
    Media,

    /// <summary>Looking once more at what is about to be reported.</summary>
    Confirm,

    /// <summary>Looking where symbolic links lead, for a list of links.</summary>
    Links,

    /// <summary>Asking where files lie on their devices, for a list of links.</summary>
    Blocks,

    /// <summary>Finished.</summary>
    Done,
}

namespace Doppel.Finding;

/// <summary>What a search is doing now, in this order.</summary>
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

    /// <summary>Looking once more at what is about to be reported.</summary>
    Confirm,

    /// <summary>Finished.</summary>
    Done,
}

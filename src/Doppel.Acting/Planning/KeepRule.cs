namespace Doppel.Acting;

/// <summary>What makes one copy a better keeper than another one. Where two are alike, the next rule decides.</summary>
/// <remarks>A copy with several names counts with the one that speaks most for it.</remarks>
public enum KeepRule : byte
{
    /// <summary>More names outside the plan: removing the others frees nothing anyway.</summary>
    OutsideLinks,

    /// <summary>More names in all, inside and outside.</summary>
    MostLinks,

    /// <summary>In the earlier root of the report; a copy whose root is not told comes last.</summary>
    RootOrder,

    /// <summary>
    /// More symbolic links lead to it, as far as <see cref="PlanOptions.SymbolicLinks"/> tells: without it they would
    /// lead to nothing.
    /// </summary>
    SymbolicLinks,

    /// <summary>Content changed last.</summary>
    Newest,

    /// <summary>Content not changed for longest.</summary>
    Oldest,

    /// <summary>Fewest folders above it.</summary>
    Shallowest,

    /// <summary>Most folders above it.</summary>
    Deepest,

    /// <summary>Fewest bytes in the name without its folder.</summary>
    ShortestName,

    /// <summary>Most bytes in the name without its folder.</summary>
    LongestName,

    /// <summary>A name without the marks that programs give to copies, such as "a (1).jpg" or "Copy of a.jpg".
    /// </summary>
    PlainName,

    /// <summary>More tags in the file, of media groups; elsewhere all copies have the same.</summary>
    MostTags,

    /// <summary>More bytes in the largest picture that its tags hold, likewise.</summary>
    LargestCover,

    /// <summary>Taken or recorded first, as its tags say, likewise; a copy whose tags do not tell comes last.</summary>
    OldestTaken,

    /// <summary>Fewest bytes in the whole path.</summary>
    ShortestPath,

    /// <summary>The first by the bytes of its path. Never leaves two alike, so it stands last of itself.</summary>
    FirstName,
}

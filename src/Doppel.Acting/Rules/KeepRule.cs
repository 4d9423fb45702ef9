namespace Doppel.Acting;

/// <summary>
/// Specifies what makes one copy a better keeper than another. If two copies tie, the next rule decides.
/// </summary>
/// <remarks>A copy with several names is judged by its best name.</remarks>
public enum KeepRule : byte
{
    /// <summary>
    /// Prefers the copy with more names outside the plan: removing its other names would free nothing anyway.
    /// </summary>
    OutsideLinks,

    /// <summary>Prefers the copy with more names in total, inside and outside the plan.</summary>
    MostLinks,

    /// <summary>Prefers the copy in the earlier root of the report. A copy whose root is unknown comes last.</summary>
    RootOrder,

    /// <summary>
    /// Prefers the copy that more symbolic links point to, as listed in <see cref="PlanOptions.SymbolicLinks"/>.
    /// Removing it would leave them dangling.
    /// </summary>
    SymbolicLinks,

    /// <summary>Prefers the most recently modified copy.</summary>
    Newest,

    /// <summary>Prefers the least recently modified copy.</summary>
    Oldest,

    /// <summary>Prefers the copy with the fewest folders in its path.</summary>
    Shallowest,

    /// <summary>Prefers the copy with the most folders in its path.</summary>
    Deepest,

    /// <summary>Prefers the shortest file name without its folder, in bytes.</summary>
    ShortestName,

    /// <summary>Prefers the longest file name without its folder, in bytes.</summary>
    LongestName,

    /// <summary>
    /// Prefers a name without a mark that programs give to copies, such as "a (1).jpg" or "Copy of a.jpg".
    /// </summary>
    PlainName,

    /// <summary>
    /// Prefers the copy with more companions (<see cref="PlanOptions.Companions"/>), such as sidecars. A copy outside
    /// this machine has none.
    /// </summary>
    MostCompanions,

    /// <summary>
    /// Prefers the file with a place, then with more descriptive tags (<see cref="Media.TagKinds"/>), the higher
    /// rating, and more tags that are not a byproduct of programs. A file that has all tags of the others is therefore
    /// never beaten by one that lacks some. Only media groups differ in tags; in other groups all copies tie.
    /// </summary>
    MostTags,

    /// <summary>Prefers the file whose largest embedded picture has more bytes. Media groups only, as above.</summary>
    LargestCover,

    /// <summary>
    /// Prefers the file that was taken or recorded first, according to its tags. A file whose tags do not say comes
    /// last. Media groups only, as above.
    /// </summary>
    OldestTaken,

    /// <summary>Prefers the shortest full path, in bytes.</summary>
    ShortestPath,

    /// <summary>Prefers the longest full path, in bytes.</summary>
    LongestPath,

    /// <summary>
    /// Prefers the copy in the folder that was modified most recently. A copy whose folder is unknown comes last.
    /// </summary>
    NewestFolder,

    /// <summary>
    /// Prefers the copy in the folder that was modified least recently. A copy whose folder is unknown comes last.
    /// </summary>
    OldestFolder,

    /// <summary>
    /// Prefers the path that sorts first by its bytes. Two copies never tie, so this is implicitly the last rule.
    /// </summary>
    FirstName,
}

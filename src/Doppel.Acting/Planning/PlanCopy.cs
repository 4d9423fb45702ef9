using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>One inode of a group, as it was found when the plan was made.</summary>
/// <remarks>Immutable, so thread-safe.</remarks>
public sealed record PlanCopy
{
    /// <summary>
    /// Absolute names without symbolic links in them, at least one, each once. They are all that is known of the inode;
    /// it may have others outside the roots.
    /// </summary>
    public required IReadOnlyList<ReportName> Names { get; init; }

    /// <summary>What the inode was.</summary>
    public required FileFacts Facts { get; init; }

    /// <summary>How many names the inode has that the plan does not know, 0 or more.</summary>
    public long OutsideNames => Math.Max(0, (long)Facts.Links - Names.Count);

    /// <summary>Whether other files lie in the same blocks (clones, snapshots), as far as the report tells.</summary>
    public bool SharesBlocks { get; init; }

    /// <summary>Symbolic links that lead to its names, ordered by name, as far as they are known. Default: none.
    /// </summary>
    public IReadOnlyList<PlanLink> SymbolicLinks { get; init; } = [];

    /// <summary>
    /// In what it differs from the first copy that stays, so that a hard link would change it. Default: nothing.
    /// </summary>
    public MetadataKinds Changes { get; init; }

    /// <summary>
    /// Of a media file that goes what its tags say and those of the first copy that stays do not. Default: nothing.
    /// </summary>
    public IReadOnlyList<ReportTag> LostTags { get; init; } = [];

    /// <summary>Whether its blocks stay in use when all known names are gone.</summary>
    public bool IsHeld => OutsideNames > 0 || SharesBlocks;

    /// <summary>
    /// Bytes on the device that come free when all known names are gone; 0 where something else holds its blocks.
    /// </summary>
    public long FreedBytes => IsHeld ? 0 : Facts.Allocated;

    /// <summary>Bytes on the device that come free when it shares the blocks of another copy.</summary>
    public long UnsharedBytes => SharesBlocks ? 0 : Facts.Allocated;
}

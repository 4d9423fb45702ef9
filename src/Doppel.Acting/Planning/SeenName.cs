using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>A name as found when it was examined.</summary>
internal sealed record SeenName
{
    public required ReportName Path { get; init; }

    public required FileFacts Facts { get; init; }

    /// <summary>Gets the folder that contains it.</summary>
    public required KnownFolder Folder { get; init; }

    /// <summary>
    /// Gets the index of the first root of the report that contains it, or <see cref="int.MaxValue"/> if unknown.
    /// </summary>
    public required int Root { get; init; }

    /// <summary>Gets whether the report says that other copies share its blocks.</summary>
    public required bool SharesBlocks { get; init; }

    /// <summary>Gets a key that identifies the folder entry, independent of the path by which it was reached.</summary>
    public (ulong Device, ulong Folder, ReportName Name) Entry =>
        (Folder.Device, Folder.Inode, new ReportName(Path.Bytes[(Path.Bytes.LastIndexOf((byte)'/') + 1)..].ToArray()));

    /// <summary>Returns whether both names differ in case alone and are in the same folder.</summary>
    public bool IsOtherSpelling(SeenName other) =>
        (Folder.Device, Folder.Inode) == (other.Folder.Device, other.Folder.Inode)
        && string.Equals($"{Entry.Name}", $"{other.Entry.Name}", StringComparison.OrdinalIgnoreCase);

    /// <summary>Returns whether the facts of both names agree, as they do for hard links of one inode.</summary>
    public bool AgreesWith(SeenName other) =>
        Facts.SameContentAs(other.Facts) && Facts.Links == other.Facts.Links;
}

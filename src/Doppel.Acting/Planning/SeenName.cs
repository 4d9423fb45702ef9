using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>A name as it was found now.</summary>
internal sealed record SeenName
{
    public required ReportName Path { get; init; }

    public required FileFacts Facts { get; init; }

    /// <summary>The folder that holds it.</summary>
    public required KnownFolder Folder { get; init; }

    /// <summary>The first root of the report that holds it; <see cref="int.MaxValue"/> if not told.</summary>
    public required int Root { get; init; }

    /// <summary>Whether the report says that other copies lie in the same blocks.</summary>
    public required bool SharesBlocks { get; init; }

    /// <summary>What is the same for one entry of one folder, by whatever path it was reached.</summary>
    public (ulong Device, ulong Folder, ReportName Name) Entry =>
        (Folder.Device, Folder.Inode, new ReportName(Path.Bytes[(Path.Bytes.LastIndexOf((byte)'/') + 1)..].ToArray()));

    /// <summary>Whether both look as hard links of one inode do.</summary>
    public bool AgreesWith(SeenName other) =>
        Facts.SameContentAs(other.Facts) && Facts.Links == other.Facts.Links;
}

using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>A group of copies with the same content.</summary>
public sealed record ReportGroup
{
    /// <summary>
    /// Gets the size of the content in bytes, or -1 if the report was read from a format that does not record it
    /// (fdupes without sizes).
    /// </summary>
    public required long Size { get; init; }

    /// <summary>Gets how the copies were proved equal.</summary>
    public required Proof Proof { get; init; }

    /// <summary>Gets the XXH3-128 digest of the content, if it was computed.</summary>
    public Digest128? Digest { get; init; }

    /// <summary>
    /// Gets the number of bytes that all copies but one take up, counting copies that share extents once: the size
    /// times the number of distinct storages minus one, at most <see cref="long.MaxValue"/>. 0 if the size is unknown.
    /// </summary>
    public required long RedundantBytes { get; init; }

    /// <summary>
    /// Gets the number of bytes that become free if only the first copy stays, or those in reference folders: the
    /// allocated blocks of the others, shared ones once, and the size of a copy of which no blocks are known. Null if
    /// the report does not record it.
    /// </summary>
    public long? FreedBytes { get; init; }

    /// <summary>
    /// Gets the copies that share all their extents (reflinks), as indexes into <see cref="Copies"/>. Each list has two
    /// or more indexes in ascending order, no index occurs twice, and the lists are ordered by first index. Null if no
    /// copies are known to share.
    /// </summary>
    public IReadOnlyList<IReadOnlyList<int>>? Shared { get; init; }

    /// <summary>Gets the copies, at least two, ordered by first name.</summary>
    public required IReadOnlyList<ReportCopy> Copies { get; init; }
}

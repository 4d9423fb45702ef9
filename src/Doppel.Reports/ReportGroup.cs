using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Copies of one content.</summary>
public sealed record ReportGroup
{
    /// <summary>
    /// Length of the content in bytes; -1 where it was read from a form that does not tell (fdupes without sizes).
    /// </summary>
    public required long Size { get; init; }

    /// <summary>How equality was shown.</summary>
    public required Proof Proof { get; init; }

    /// <summary>XXH3-128 of the content, where it was computed.</summary>
    public Digest128? Digest { get; init; }

    /// <summary>
    /// Bytes that all copies but one take, copies that share their blocks counted once: size times (storages minus
    /// one), at most <see cref="long.MaxValue"/>; 0 where the size is not known.
    /// </summary>
    public required long RedundantBytes { get; init; }

    /// <summary>
    /// Copies that share all their blocks (reflinks), as indexes into <see cref="Copies"/>: two or more a list,
    /// ascending, no index twice, lists by their first index. Null where none are known to share.
    /// </summary>
    public IReadOnlyList<IReadOnlyList<int>>? Shared { get; init; }

    /// <summary>At least two copies, ordered by their first names.</summary>
    public required IReadOnlyList<ReportCopy> Copies { get; init; }
}

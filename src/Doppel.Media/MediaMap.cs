using Doppel.Hashing;

namespace Doppel.Media;

/// <summary>Where the payload of a media file lies.</summary>
/// <remarks>
/// Two files are twins only if format and <see cref="Key"/> are equal and so is every byte of the payload, in order.
/// Immutable, so thread-safe.
/// </remarks>
public sealed record MediaMap
{
    /// <summary>So many bytes of payload suffice for a glance.</summary>
    public const int GlanceBytes = 4096;

    /// <summary>The format.</summary>
    public required MediaFormat Format { get; init; }

    /// <summary>
    /// XXH3-128 of what is payload but not as it stands in the file: lengths of parts, flags without those of tags.
    /// </summary>
    public required Digest128 Key { get; init; }

    /// <summary>The payload in order, at least one extent; neighbours are joined.</summary>
    public required IReadOnlyList<PayloadExtent> Extents { get; init; }

    /// <summary>Bytes of all extents, 1 or more.</summary>
    public required long PayloadBytes { get; init; }

    /// <summary>
    /// False where a glance left before the end: then key and extents tell of the beginning alone, and two files whose
    /// beginnings differ are no twins.
    /// </summary>
    public required bool IsWhole { get; init; }

    /// <summary>What the payload consists of, in order; empty unless it was asked for.</summary>
    public required IReadOnlyList<PayloadPart> Parts { get; init; }
}

using Doppel.Hashing;

namespace Doppel.Media;

/// <summary>Describes where the payload of a media file is located.</summary>
/// <remarks>
/// Two files have the same payload only if their format and <see cref="Key"/> are equal and every byte of the payload
/// is equal, in order. Immutable, and therefore thread-safe.
/// </remarks>
public sealed record MediaMap
{
    /// <summary>The number of payload bytes that are enough for <see cref="MapDepth.Glance"/>.</summary>
    public const int GlanceBytes = 4096;

    /// <summary>Gets the format of the file.</summary>
    public required MediaFormat Format { get; init; }

    /// <summary>
    /// Gets the XXH3-128 digest of what counts as payload but is not stored verbatim in the file: lengths of parts, and
    /// flags without the bits that concern tags.
    /// </summary>
    public required Digest128 Key { get; init; }

    /// <summary>Gets the payload in order, as at least one extent. Adjacent extents are merged.</summary>
    public required IReadOnlyList<PayloadExtent> Extents { get; init; }

    /// <summary>Gets the total length of all extents in bytes, 1 or more.</summary>
    public required long PayloadBytes { get; init; }

    /// <summary>
    /// Gets whether the map covers the whole payload. False if a glance stopped before the end: the key and the extents
    /// then describe only the beginning, and two files whose beginnings differ have different payloads.
    /// </summary>
    public required bool IsWhole { get; init; }

    /// <summary>
    /// Gets the number of payload bytes before the compressed picture or sound, as far as the header tells: color
    /// profiles and the like. From there on, two files of one program and camera differ. Default: 0.
    /// </summary>
    public long StartBytes { get; init; }

    /// <summary>
    /// Gets the parts of the payload, in order. Empty unless <see cref="MapDepth.Parts"/> was requested.
    /// </summary>
    public required IReadOnlyList<PayloadPart> Parts { get; init; }
}

/// <summary>A contiguous range of payload bytes in a file.</summary>
/// <param name="Offset">The offset of the first byte, in bytes from the start of the file.</param>
/// <param name="Length">The length in bytes, 1 or more.</param>
public readonly record struct PayloadExtent(long Offset, long Length);

/// <summary>A contiguous range of payload bytes in a file, with a description.</summary>
/// <param name="Offset">The offset of the first byte, in bytes from the start of the file.</param>
/// <param name="Length">The length in bytes, 1 or more.</param>
/// <param name="Meaning">What the bytes are: a word or two in the terms of the format.</param>
public readonly record struct PayloadPart(long Offset, long Length, string Meaning);

/// <summary>Selects how much of a payload to map.</summary>
public enum MapDepth
{
    /// <summary>The whole payload.</summary>
    Whole,

    /// <summary>
    /// What a few reads near the ends of the file can determine: the whole payload where headers describe it, otherwise
    /// its first <see cref="MediaMap.GlanceBytes"/> bytes and the rest of the packet or block in which they end.
    /// </summary>
    Glance,

    /// <summary>The whole payload, with a description of each part.</summary>
    Parts,
}

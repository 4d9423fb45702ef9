namespace Doppel.Media;

/// <summary>The tags of a media file.</summary>
/// <remarks>Immutable, and therefore thread-safe.</remarks>
public sealed record MediaTags
{
    /// <summary>
    /// Gets all tags in file order. If two kinds of tag contain the same name and value, it is listed once.
    /// </summary>
    public required IReadOnlyList<MediaTag> All { get; init; }

    /// <summary>Gets the size in bytes of the largest picture in the tags, or 0 if they contain none.</summary>
    public required long CoverBytes { get; init; }

    /// <summary>
    /// Gets when the photo or recording was made, by the clock of the camera or recorder, or null if no tag gives it.
    /// </summary>
    public required DateTime? Taken { get; init; }
}

/// <summary>One tag of a media file.</summary>
/// <param name="Name">
/// One of <see cref="TagNames"/>, whatever the format calls the tag. A tag without such a name keeps the name that the
/// format gives it, prefixed with the kind of tag, such as <c>id3:TXXX:MOOD</c> or <c>exif:0x9286</c>.
/// </param>
/// <param name="Value">
/// The value as human-readable text, without leading or trailing line breaks. Binary data and pictures are described.
/// </param>
public readonly record struct MediaTag(string Name, string Value);

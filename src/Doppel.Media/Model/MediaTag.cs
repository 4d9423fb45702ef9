namespace Doppel.Media;

/// <summary>One tag of a media file.</summary>
/// <param name="Name">
/// One of <see cref="TagNames"/>, whatever the format calls the tag. A tag without such a name keeps the name that the
/// format gives it, prefixed with the kind of tag, such as <c>id3:TXXX:MOOD</c> or <c>exif:0x9286</c>.
/// </param>
/// <param name="Value">
/// The value as human-readable text, without leading or trailing line breaks. Binary data and pictures are described.
/// </param>
public readonly record struct MediaTag(string Name, string Value);

namespace Doppel.Media;

/// <summary>One thing that the tags of a file say.</summary>
/// <param name="Name">
/// One of <see cref="TagNames"/>, whatever the format calls it; what has no such name is called as the format does,
/// with the kind of tag before it, such as <c>id3:TXXX:MOOD</c> or <c>exif:0x9286</c>.
/// </param>
/// <param name="Value">As people read it, without line ends at its ends; bytes and pictures are described.</param>
public readonly record struct MediaTag(string Name, string Value);

namespace Doppel.Media;

/// <summary>The result of mapping a file.</summary>
/// <param name="Map">
/// The payload of the file, or null if the file is not in a supported format or is not comparable.
/// </param>
/// <param name="Format">The format of the file, or null if it is not supported.</param>
/// <param name="Reason">
/// Why the file is not comparable, as human-readable text. Empty if it is comparable or not a media file.
/// </param>
public readonly record struct MediaResult(MediaMap? Map, MediaFormat? Format, string Reason);

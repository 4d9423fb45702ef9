namespace Doppel.Media;

/// <summary>What was found out about a file.</summary>
/// <param name="Map">Its payload; null if it is no media of a known format, or not comparable.</param>
/// <param name="Format">The format; null if it is none that is known.</param>
/// <param name="Reason">Why it is not comparable, as people read it; empty if it is, and if it is no media.</param>
public readonly record struct MediaResult(MediaMap? Map, MediaFormat? Format, string Reason);

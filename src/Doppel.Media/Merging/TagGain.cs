namespace Doppel.Media;

/// <summary>Describes what a file that stays gains from the tags of a file that goes.</summary>
/// <param name="Added">The tags to add to those of the file that stays.</param>
/// <param name="Conflicts">The tags that are lost because the file that stays has another value.</param>
/// <param name="Missing">
/// The tags that are lost because the file that stays has none of their name, and none can be added.
/// </param>
public sealed record TagGain(
    IReadOnlyList<MediaTag> Added, IReadOnlyList<MediaTag> Conflicts, IReadOnlyList<MediaTag> Missing);

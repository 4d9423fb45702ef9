namespace Doppel.Acting;

/// <summary>A pattern for names, and what it does.</summary>
/// <param name="Effect">What becomes of a copy of which any name matches.</param>
/// <param name="Text">The pattern as people wrote it.</param>
/// <param name="Test">
/// Whether a name matches; asked for the path below the root that holds it, where that is known, and for the absolute
/// path.
/// </param>
public sealed record KeepPattern(PatternEffect Effect, string Text, NameTest Test);

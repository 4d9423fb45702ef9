namespace Doppel.Acting;

/// <summary>Returns whether a name matches.</summary>
/// <param name="path">The path relative to a root, or the absolute path without its leading '/'.</param>
public delegate bool NameTest(ReadOnlySpan<byte> path);

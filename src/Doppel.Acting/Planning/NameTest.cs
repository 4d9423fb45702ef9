namespace Doppel.Acting;

/// <summary>Whether a file is meant.</summary>
/// <param name="path">Its path below a root, or its absolute path without the '/' at its start.</param>
public delegate bool NameTest(ReadOnlySpan<byte> path);

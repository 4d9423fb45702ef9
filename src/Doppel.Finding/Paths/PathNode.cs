namespace Doppel.Finding;

/// <summary>What makes a path: the one above it and its name, side by side since both are needed together.</summary>
/// <param name="Parent">The parent's id, or for a root -1 minus its index.</param>
/// <param name="Name">Its number in the <see cref="NameArena"/>.</param>
internal readonly record struct PathNode(int Parent, uint Name);

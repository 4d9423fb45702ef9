namespace Doppel.Finding;

/// <summary>The parent and name that form a path, stored side by side because both are needed together.</summary>
/// <param name="Parent">The parent's id, or -1 minus the root's index for a root.</param>
/// <param name="Name">The number of the name in the <see cref="NameArena"/>.</param>
internal readonly record struct PathNode(int Parent, uint Name);

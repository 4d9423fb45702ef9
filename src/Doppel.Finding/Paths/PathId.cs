namespace Doppel.Finding;

/// <summary>
/// A path of one <see cref="PathTree"/>: equal ids are equal paths. Its text exists only where it is rendered.
/// </summary>
/// <param name="Value">The node's number, 0 or more.</param>
public readonly record struct PathId(int Value)
{
    /// <summary>No path; the parent of a root.</summary>
    public static PathId None => new(-1);
}

namespace Doppel.Finding;

/// <summary>
/// Identifies a path in one <see cref="PathTree"/>: equal ids are equal paths. The text of a path exists only once it
/// is rendered.
/// </summary>
/// <param name="Value">The node's number, 0 or greater.</param>
internal readonly record struct PathId(int Value)
{
    /// <summary>Gets the id that represents no path; the parent of every root.</summary>
    public static PathId None => new(-1);
}

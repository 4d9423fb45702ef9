namespace Doppel.Acting;

/// <summary>A run of a file that a recipe makes anew.</summary>
/// <param name="Length">Bytes, 1 or more.</param>
/// <param name="PayloadAt">
/// Where it stands in the payload; -1 where it is no payload, and stands behind the run before that is none, among the
/// bytes that are kept.
/// </param>
internal readonly record struct RecipeRun(long Length, long PayloadAt)
{
    /// <summary>Whether its bytes are kept.</summary>
    internal bool IsKept => PayloadAt < 0;
}

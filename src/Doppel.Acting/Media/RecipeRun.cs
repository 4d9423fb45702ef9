namespace Doppel.Acting;

/// <summary>Represents a run of bytes in a file that a recipe rebuilds.</summary>
/// <param name="Length">The number of bytes, at least 1.</param>
/// <param name="PayloadAt">
/// The offset in the payload, or -1 for stored bytes, which follow those of the previous such run.
/// </param>
internal readonly record struct RecipeRun(long Length, long PayloadAt)
{
    /// <summary>Gets whether its bytes are stored.</summary>
    internal bool IsKept => PayloadAt < 0;
}

using Doppel.Media;

namespace Doppel.Acting;

/// <summary>Describes how to rebuild a file, byte for byte, from another file with the same payload.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
internal sealed record Recipe
{
    /// <summary>Gets the numbers of its names in the journal.</summary>
    internal required IReadOnlyList<long> Numbers { get; init; }

    /// <summary>Gets the size of the file in bytes.</summary>
    internal required long Size { get; init; }

    /// <summary>Gets the SHA-256 of the file in hex.</summary>
    internal required string Digest { get; init; }

    /// <summary>Gets where the payload was in the keeper when the recipe was created.</summary>
    internal required IReadOnlyList<PayloadExtent> KeeperExtents { get; init; }

    /// <summary>Gets the runs of the file, from start to end.</summary>
    internal required RecipeRun[] Runs { get; init; }

    /// <summary>Gets the number of stored bytes, which are those outside the payload.</summary>
    internal required long KeptBytes { get; init; }

    /// <summary>Gets the offset of the stored bytes in the recipe file.</summary>
    internal required long KeptAt { get; init; }
}

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

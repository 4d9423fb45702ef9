using Doppel.Media;

namespace Doppel.Acting;

/// <summary>How a file is made anew, byte for byte, from another one of the same payload.</summary>
/// <remarks>Immutable, so thread-safe.</remarks>
internal sealed record Recipe
{
    /// <summary>The journal's numbers of its names.</summary>
    internal required IReadOnlyList<long> Numbers { get; init; }

    /// <summary>Bytes of the file.</summary>
    internal required long Size { get; init; }

    /// <summary>SHA-256 of the file in hex.</summary>
    internal required string Digest { get; init; }

    /// <summary>Where the payload lies in the keeper as it was when the recipe was made.</summary>
    internal required IReadOnlyList<PayloadExtent> KeeperExtents { get; init; }

    /// <summary>The file from its start to its end.</summary>
    internal required RecipeRun[] Runs { get; init; }

    /// <summary>Bytes that are kept: what is no payload.</summary>
    internal required long KeptBytes { get; init; }

    /// <summary>Where these begin in the file of recipes.</summary>
    internal required long KeptAt { get; init; }
}

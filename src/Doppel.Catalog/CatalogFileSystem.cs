using Doppel.Volumes;

namespace Doppel.Catalog;

/// <summary>What a catalog stores about one file system.</summary>
/// <param name="Identity">The file system.</param>
public sealed record CatalogFileSystem(FileSystemIdentity Identity)
{
    /// <summary>The number of files about which there are facts.</summary>
    public long FileCount { get; init; }

    /// <summary>The number of facts of the kind <see cref="FactKind.Whole"/>.</summary>
    /// <remarks>As in all of these numbers, facts that newer ones replace count until they are merged.</remarks>
    public long WholeCount { get; init; }

    /// <summary>The number of facts of the kind <see cref="FactKind.Ends"/>.</summary>
    public long EndsCount { get; init; }

    /// <summary>
    /// The number of facts of the kinds <see cref="FactKind.StrictMedia"/> and <see cref="FactKind.LooseMedia"/>. Texts
    /// are not counted.
    /// </summary>
    public long MediaCount { get; init; }

    /// <summary>The number of facts of the kind <see cref="FactKind.Comparison"/>.</summary>
    public long ComparisonCount { get; init; }

    /// <summary>The size of all its files in bytes.</summary>
    public long BytesOnDisk { get; init; }

    /// <summary>When the content of the oldest fact was read, or null if there is no fact.</summary>
    public DateTimeOffset? OldestReadAt { get; init; }

    /// <summary>When the content of the newest fact was read, or null if there is no fact.</summary>
    public DateTimeOffset? NewestReadAt { get; init; }
}

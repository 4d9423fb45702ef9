namespace Doppel.S3.Server;

/// <summary>A multipart upload that was begun.</summary>
public sealed class Upload
{
    /// <summary>Its id.</summary>
    public required string Id { get; init; }

    /// <summary>The bucket of the object to be.</summary>
    public required string Bucket { get; init; }

    /// <summary>The key of the object to be.</summary>
    public required string Key { get; init; }

    /// <summary>The parts that came, by number.</summary>
    public IReadOnlyDictionary<int, StoredPart> Parts => AllParts;

    internal SortedDictionary<int, StoredPart> AllParts { get; } = [];

    /// <summary>When it was begun.</summary>
    public required DateTimeOffset Initiated { get; init; }

    /// <summary>What the object keeps of the headers that it was begun with.</summary>
    public required IReadOnlyDictionary<string, string> Headers { get; init; }

    /// <summary>The tags of the object to be.</summary>
    public required IReadOnlyDictionary<string, string> Tags { get; init; }

    /// <summary>The checksum that it was begun with; null for none.</summary>
    public required string? ChecksumAlgorithm { get; init; }

    /// <summary>Over what it is made; null without a checksum.</summary>
    public required string? ChecksumType { get; init; }
}

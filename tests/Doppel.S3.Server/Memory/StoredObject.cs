using System.Globalization;

namespace Doppel.S3.Server;

/// <summary>An object as it is kept.</summary>
public sealed record StoredObject
{
    /// <summary>Its key.</summary>
    public required string Key { get; init; }

    /// <summary>Its content.</summary>
    public required byte[] Body { get; init; }

    /// <summary>Its ETag without quotes.</summary>
    public required string ETag { get; init; }

    /// <summary>When it was written, in whole seconds.</summary>
    public required DateTimeOffset LastModified { get; init; }

    /// <summary>What GET gives back of the headers of PUT: <c>x-amz-meta-</c>, <c>content-type</c> and such.</summary>
    public IReadOnlyDictionary<string, string> Headers { get; init; } = new Dictionary<string, string>();

    /// <summary>Its tags.</summary>
    public IReadOnlyDictionary<string, string> Tags { get; init; } = new Dictionary<string, string>();

    /// <summary>Its checksum; null where it has none.</summary>
    public StoredChecksum? Checksum { get; init; }

    /// <summary>The ID of its version; null where the bucket never kept versions.</summary>
    public string? VersionId { get; init; }

    /// <summary>The parts it was made of; empty where it came as a whole.</summary>
    public IReadOnlyList<StoredPart> Parts { get; init; } = [];

    /// <summary>
    /// What the server tells instead of the ETag, with its quotes; empty for none at all. The ETag itself where null.
    /// </summary>
    public string? Shown { get; init; }

    /// <summary>The ETag as it stands in headers and XML; empty where there is none.</summary>
    public string QuotedETag => Shown ?? $"\"{ETag}\"";

    /// <summary>The ETag that conditions are compared with.</summary>
    public string BareETag => Conditions.Bare(QuotedETag);

    /// <summary>The time as it stands in XML.</summary>
    public string XmlTime => LastModified.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
}

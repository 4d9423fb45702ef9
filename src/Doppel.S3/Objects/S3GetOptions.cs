namespace Doppel.S3;

/// <summary>What of an object is asked for.</summary>
public sealed record S3GetOptions
{
    /// <summary>Only if these hold; else the result says which does not.</summary>
    public S3Conditions Conditions { get; init; }

    /// <summary>Which bytes. Default: all.</summary>
    public S3Range? Range { get; init; }

    /// <summary>Which version; null: the current one.</summary>
    public string? VersionId { get; init; }

    /// <summary>
    /// Asks for the checksum that is stored with the object (<see cref="S3ObjectInfo.Checksum"/>). One of the full
    /// object is compared with what comes, where all of it is read: then what differs ends with
    /// <see cref="S3ErrorCode.ChecksumMismatch"/> instead of its last bytes. Default: no.
    /// </summary>
    public bool WithChecksum { get; init; }
}

namespace Doppel.S3;

/// <summary>Options for requesting an object.</summary>
public sealed record S3GetOptions
{
    /// <summary>Conditions that must hold. Otherwise the result says which condition failed.</summary>
    public S3Conditions Conditions { get; init; }

    /// <summary>The byte range to request. Default: the whole object.</summary>
    public S3Range? Range { get; init; }

    /// <summary>The version of the object, or null for the current version.</summary>
    public string? VersionId { get; init; }

    /// <summary>
    /// Whether to request the checksum that is stored with the object (<see cref="S3ObjectInfo.Checksum"/>). If it
    /// covers the full object and the whole object is read, it is compared with the received content: on a mismatch,
    /// the read fails with <see cref="S3ErrorCode.ChecksumMismatch"/> instead of returning the last bytes. Default: no.
    /// </summary>
    public bool WithChecksum { get; init; }

    /// <summary>
    /// The number of the part to request of an object that was uploaded in parts, from 1, or 0 for the whole object.
    /// Its size is <see cref="S3ObjectInfo.Length"/>. Some servers ignore this and return the whole object. Default: 0.
    /// </summary>
    public int PartNumber { get; init; }

    /// <summary>
    /// Whether the body is not compared with the ETag or checksum as it is read, because the caller compares it itself,
    /// or because the server's ETags are no digests. Default: no.
    /// </summary>
    public bool LeavesVerification { get; init; }
}

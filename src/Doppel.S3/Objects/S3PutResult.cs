using Doppel.S3.Checksums;

namespace Doppel.S3;

/// <summary>How a put ended.</summary>
/// <param name="Status">
/// <see cref="S3Status.Ok"/>, or why the conditions did not let it: <see cref="S3Status.PreconditionFailed"/>,
/// <see cref="S3Status.NotFound"/>, or <see cref="S3Status.Conflict"/> with a request at the same time.
/// </param>
/// <param name="ETag">What was stored, with quotes.</param>
/// <param name="VersionId">Its version, in buckets that keep several.</param>
public readonly record struct S3PutResult(S3Status Status, string? ETag, string? VersionId)
{
    /// <summary>Whether it was stored.</summary>
    public bool IsStored => Status == S3Status.Ok;

    /// <summary>
    /// The checksum of the object that went to the server with it (<see cref="S3PutOptions.Checksum"/>); null for none.
    /// </summary>
    public S3Checksum? Checksum { get; init; }
}

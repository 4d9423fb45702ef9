namespace Doppel.S3;

/// <summary>The result of storing an object.</summary>
/// <param name="Status">
/// <see cref="S3Status.Ok"/>, or the reason why the conditions prevented it:
/// <see cref="S3Status.PreconditionFailed"/>, <see cref="S3Status.NotFound"/>, or <see cref="S3Status.Conflict"/> with
/// a concurrent request.
/// </param>
/// <param name="ETag">The ETag of the stored object, with quotes.</param>
/// <param name="VersionId">The version ID, in buckets with versioning.</param>
public readonly record struct S3PutResult(S3Status Status, string? ETag, string? VersionId)
{
    /// <summary>Whether the object was stored.</summary>
    public bool IsStored => Status == S3Status.Ok;

    /// <summary>
    /// The checksum that was sent with the object (<see cref="S3PutOptions.Checksum"/>), or null if there was none.
    /// </summary>
    public S3Checksum? Checksum { get; init; }
}

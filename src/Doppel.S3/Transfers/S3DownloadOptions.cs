namespace Doppel.S3;

/// <summary>Options for downloading an object to a file.</summary>
public sealed record S3DownloadOptions
{
    /// <summary>The number of bytes per request, from 64 KiB to 1 GiB. Default: 16 MiB.</summary>
    public int PartBytes { get; init; } = 16 * 1024 * 1024;

    /// <summary>The number of parallel requests, from 1 to 256. Default: 4.</summary>
    public int Parallelism { get; init; } = 4;

    /// <summary>Conditions that must hold. Otherwise the result says which condition failed.</summary>
    public S3Conditions Conditions { get; init; }

    /// <summary>The version of the object, or null for the current version.</summary>
    public string? VersionId { get; init; }

    /// <summary>
    /// Whether an existing file is replaced. Default: yes, once the complete object has been downloaded.
    /// </summary>
    public bool Replaces { get; init; } = true;

    /// <summary>
    /// Periodically receives the total number of bytes downloaded. It is called from any thread, but never
    /// concurrently.
    /// </summary>
    public IProgress<long>? Progress { get; init; }

    internal static S3DownloadOptions Default { get; } = new();

    internal void Validate()
    {
        S3ClientOptions.InRange(PartBytes, 64 * 1024, 1 << 30, nameof(PartBytes));
        S3ClientOptions.InRange(Parallelism, 1, 256, nameof(Parallelism));
    }
}

/// <summary>The result of a download.</summary>
/// <param name="Status">
/// <see cref="S3Status.Ok"/> if the complete file exists. For any other status, nothing was written.
/// </param>
/// <param name="ETag">The ETag of the object, with quotes.</param>
/// <param name="Length">The size of the object in bytes.</param>
/// <param name="ResumedBytes">The number of bytes that came from an earlier, interrupted download.</param>
public readonly record struct S3DownloadResult(S3Status Status, string? ETag, long Length, long ResumedBytes)
{
    /// <summary>
    /// Whether the content was compared with a checksum or an MD5 of the server. False if there was none.
    /// </summary>
    public bool IsVerified { get; init; }

    /// <summary>The headers of the object, or null if it was not downloaded.</summary>
    public S3ObjectInfo? Info { get; init; }
}

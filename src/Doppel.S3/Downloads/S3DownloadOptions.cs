namespace Doppel.S3;

/// <summary>How an object is downloaded into a file.</summary>
public sealed record S3DownloadOptions
{
    /// <summary>Bytes that are asked for by one request, 64 KiB to 1 GiB. Default: 16 MiB.</summary>
    public int PartBytes { get; init; } = 16 * 1024 * 1024;

    /// <summary>Requests at once, 1 to 256. Default: 4.</summary>
    public int Parallelism { get; init; } = 4;

    /// <summary>Only if these hold; else the result says which does not.</summary>
    public S3Conditions Conditions { get; init; }

    /// <summary>Which version; null: the current one.</summary>
    public string? VersionId { get; init; }

    /// <summary>
    /// Whether a file that is there already is replaced. Default: yes, once all of the object has come.
    /// </summary>
    public bool Replaces { get; init; } = true;

    /// <summary>Told how many bytes are there in all, from time to time; from any thread, one at a time.</summary>
    public IProgress<long>? Progress { get; init; }

    internal static S3DownloadOptions Default { get; } = new();

    internal void Validate()
    {
        S3ClientOptions.InRange(PartBytes, 64 * 1024, 1 << 30, nameof(PartBytes));
        S3ClientOptions.InRange(Parallelism, 1, 256, nameof(Parallelism));
    }
}

namespace Doppel.S3.Server;

/// <summary>How a <see cref="MemoryS3"/> behaves.</summary>
public sealed record MemoryS3Options
{
    /// <summary>The region that signatures must name. Default: us-east-1.</summary>
    public string Region { get; init; } = "us-east-1";

    /// <summary>The time of the server; requests more than 15 minutes from it are refused.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>What each part but the last must have, in bytes. Default: 5 MiB, as at Amazon.</summary>
    public int PartBytesMin { get; init; } = 5 << 20;

    /// <summary>Buckets stand before this name in Host, such as <c>localhost</c>; null for paths alone.</summary>
    public string? HostSuffix { get; init; }

    /// <summary>Finds the secret of an access key; all must sign then. Nothing is checked where null.</summary>
    public Func<string, string?>? SecretOf { get; init; }

    /// <summary>One more judge of requests: the code of an error, or null.</summary>
    public Func<RawRequest, string?>? Verify { get; init; }

    /// <summary>Whether objects that come without a checksum get a CRC-64/NVME, as at Amazon.</summary>
    public bool AddsChecksums { get; init; } = true;

    /// <summary>
    /// What is told instead of an object's ETag, with its quotes; empty for none at all. The ETag itself where null.
    /// </summary>
    public Func<StoredObject, string>? ETagOf { get; init; }

    /// <summary>What it does wrong.</summary>
    public S3Quirks Quirks { get; init; } = new();
}

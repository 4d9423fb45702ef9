namespace Doppel.S3;

/// <summary>Options for uploading an object of any size.</summary>
public sealed record S3UploadOptions : S3PutOptions
{
    /// <summary>The minimum part size, except for the last part: 5 MiB.</summary>
    public const int PartBytesMin = S3Part.BytesMin;

    /// <summary>The maximum number of parts in an upload: 10,000.</summary>
    public const int PartsMax = S3Part.NumberMax;

    /// <summary>The maximum object size: 5 TiB.</summary>
    public const long ObjectBytesMax = 5L << 40;

    /// <summary>
    /// The part size in bytes, from 5 MiB to 1 GiB. It is increased if 10,000 parts would not suffice. For streams, it
    /// is limited so that two parts fit into <see cref="S3ClientOptions.UploadBufferBytesMax"/>. Default: 32 MiB.
    /// </summary>
    public int PartBytes { get; init; } = 32 * 1024 * 1024;

    /// <summary>
    /// The maximum size in bytes of an object that is sent with a single request, from 0 to 5 GiB. For sources that can
    /// be read only once, at least the part size. Default: 128 MiB.
    /// </summary>
    public long SingleBytesMax { get; init; } = 128 * 1024 * 1024;

    /// <summary>The number of parts sent in parallel, from 1 to 256. Default: 4.</summary>
    public int Parallelism { get; init; } = 4;

    /// <summary>
    /// The ID of an interrupted upload to resume. Existing parts with the same size and MD5 are not sent again. Null
    /// starts a new upload.
    /// </summary>
    public string? UploadId { get; init; }

    /// <summary>
    /// Whether the parts of a failed upload are kept, so that it can be resumed later. Default: no.
    /// </summary>
    public bool KeepsPartsOnFailure { get; init; }

    /// <summary>
    /// Receives the total number of bytes stored, after each part or once for a single request. It is called from any
    /// thread, but never concurrently.
    /// </summary>
    public IProgress<long>? Progress { get; init; }

    internal new static S3UploadOptions Default { get; } = new();

    internal override void Validate()
    {
        base.Validate();
        S3ClientOptions.InRange(PartBytes, PartBytesMin, 1 << 30, nameof(PartBytes));
        S3ClientOptions.InRange(SingleBytesMax, 0, 5L << 30, nameof(SingleBytesMax));
        S3ClientOptions.InRange(Parallelism, 1, 256, nameof(Parallelism));
    }

    /// <summary>Reports an object that a single request stored, if it was stored.</summary>
    internal void Tell(in S3PutResult stored, long bytes)
    {
        if (stored.IsStored)
        {
            Progress?.Report(bytes);
        }
    }
}

namespace Doppel.S3;

/// <summary>How an object is uploaded that may be large.</summary>
public sealed record S3UploadOptions : S3PutOptions
{
    /// <summary>The smallest part that servers take, but for the last: 5 MiB.</summary>
    public const int PartBytesMin = 5 * 1024 * 1024;

    /// <summary>Parts that an upload may have: 10,000.</summary>
    public const int PartsMax = 10_000;

    /// <summary>The largest object: 5 TiB.</summary>
    public const long ObjectBytesMax = 5L << 40;

    /// <summary>
    /// Bytes of a part, 5 MiB to 1 GiB; it grows where 10,000 parts would not suffice, and of streams it is no
    /// more than fits twice into <see cref="S3ClientOptions.UploadBufferBytesMax"/>. Default: 32 MiB.
    /// </summary>
    public int PartBytes { get; init; } = 32 * 1024 * 1024;

    /// <summary>
    /// Up to which length one request is made instead of parts, 0 to 5 GiB; no less than a part where the source can be
    /// read only once. Default: 128 MiB.
    /// </summary>
    public long SingleBytesMax { get; init; } = 128 * 1024 * 1024;

    /// <summary>Parts that are sent at once, 1 to 256. Default: 4.</summary>
    public int Parallelism { get; init; } = 4;

    /// <summary>
    /// An upload that was broken off, to go on with: parts that are there already and have the same size and MD5 are
    /// not sent again. Null: a new one.
    /// </summary>
    public string? UploadId { get; init; }

    /// <summary>
    /// Keeps what was sent of an upload that fails, to go on with it later. Default: nothing is kept.
    /// </summary>
    public bool KeepsPartsOnFailure { get; init; }

    /// <summary>
    /// Told how many bytes have been stored in all, after each part, or once where there is one request; from any
    /// thread, one at a time.
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

    /// <summary>Tells of an object that one request stored, if it did.</summary>
    internal void Tell(in S3PutResult stored, long bytes)
    {
        if (stored.IsStored)
        {
            Progress?.Report(bytes);
        }
    }
}

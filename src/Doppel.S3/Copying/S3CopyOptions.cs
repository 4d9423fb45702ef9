using Doppel.S3.Http;

namespace Doppel.S3;

/// <summary>How an object is copied within a service.</summary>
public sealed record S3CopyOptions
{
    /// <summary>The largest object that one request copies: 5 GiB.</summary>
    public const long SingleBytesLimit = 5L << 30;

    /// <summary>Which version of the source; null: the current one.</summary>
    public string? SourceVersionId { get; init; }

    /// <summary>Only if these hold for the source.</summary>
    public S3Conditions SourceConditions { get; init; }

    /// <summary>
    /// Only if these hold for what is replaced; as with <see cref="S3PutOptions.Conditions"/>. Few servers know this
    /// here.
    /// </summary>
    public S3Conditions Conditions { get; init; }

    /// <summary>
    /// What is stored with the copy instead of what is stored with the source: media type, metadata, tags and the rest.
    /// Its conditions and checksum do not count. Null: the same as with the source.
    /// </summary>
    public S3PutOptions? Replacement { get; init; }

    /// <summary>Where the copy is stored. Default: the server's usual place, wherever the source is.</summary>
    public string? StorageClass { get; init; }

    /// <summary>
    /// Up to which length <c>CopyAsync</c> makes one request instead of parts, 0 to 5 GiB. Default: 5 GiB.
    /// </summary>
    public long SingleBytesMax { get; init; } = SingleBytesLimit;

    /// <summary>
    /// Bytes of a part that <c>CopyAsync</c> makes, 5 MiB to 5 GiB; it grows where 10,000 parts would not suffice.
    /// Default: 512 MiB.
    /// </summary>
    public long PartBytes { get; init; } = 512L << 20;

    /// <summary>Parts that <c>CopyAsync</c> lets the server copy at once, 1 to 256. Default: 4.</summary>
    public int Parallelism { get; init; } = 4;

    internal static S3CopyOptions Default { get; } = new();

    internal void Validate()
    {
        S3ClientOptions.InRange(SingleBytesMax, 0, SingleBytesLimit, nameof(SingleBytesMax));
        S3ClientOptions.InRange(PartBytes, S3UploadOptions.PartBytesMin, SingleBytesLimit, nameof(PartBytes));
        S3ClientOptions.InRange(Parallelism, 1, 256, nameof(Parallelism));
        Replacement?.Validate();
        if (StorageClass is not null && Replacement?.StorageClass is not null)
        {
            throw new ArgumentException("The storage class is given twice, here and in the replacement.");
        }
    }

    /// <summary>Adds what is stored with a copy that one request makes.</summary>
    internal void Describe(S3Call call)
    {
        if (Replacement is not null)
        {
            call.AddHeader("x-amz-metadata-directive", "REPLACE");
            call.AddHeader("x-amz-tagging-directive", "REPLACE");
            Replacement.Describe(call);
        }

        call.AddHeader("x-amz-storage-class", StorageClass);
        call.AddConditions(Conditions);
        call.IsConditionalWrite = !Conditions.AreNone;
    }
}

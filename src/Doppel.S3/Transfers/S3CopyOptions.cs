namespace Doppel.S3;

/// <summary>Options for copying an object within a service.</summary>
public sealed record S3CopyOptions
{
    /// <summary>The maximum size of an object that a single request can copy: 5 GiB.</summary>
    public const long SingleBytesLimit = 5L << 30;

    /// <summary>The version of the source object, or null for the current version.</summary>
    public string? SourceVersionId { get; init; }

    /// <summary>Conditions that the source must meet.</summary>
    public S3Conditions SourceConditions { get; init; }

    /// <summary>
    /// Conditions that the replaced object must meet; see <see cref="S3PutOptions.Conditions"/>. Few servers support
    /// them for copies.
    /// </summary>
    public S3Conditions Conditions { get; init; }

    /// <summary>
    /// Properties of the copy that replace all those of the source: media type, metadata, tags and so on. The
    /// conditions and checksum in it are ignored. Null: the copy has the properties of the source.
    /// </summary>
    public S3PutOptions? Replacement { get; init; }

    /// <summary>
    /// The storage class of the copy. Default: the server's default class, regardless of the source.
    /// </summary>
    public string? StorageClass { get; init; }

    /// <summary>
    /// The maximum size in bytes of an object that <c>CopyAsync</c> copies with a single request, from 0 to 5 GiB.
    /// Default: 5 GiB.
    /// </summary>
    public long SingleBytesMax { get; init; } = SingleBytesLimit;

    /// <summary>
    /// The size in bytes of the parts that <c>CopyAsync</c> copies, from 5 MiB to 5 GiB. It is increased if 10,000
    /// parts would not suffice. Default: 512 MiB.
    /// </summary>
    public long PartBytes { get; init; } = 512L << 20;

    /// <summary>
    /// The number of parts that <c>CopyAsync</c> has the server copy in parallel, from 1 to 256. Default: 4.
    /// </summary>
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

    /// <summary>Adds the headers for the properties of a copy that is made with a single request.</summary>
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

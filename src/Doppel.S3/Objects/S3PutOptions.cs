using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Properties of an object to store, and the conditions of the request.</summary>
public record S3PutOptions
{
    /// <summary>
    /// The media type. Default: not sent; the server uses its own default, <c>binary/octet-stream</c>.
    /// </summary>
    public string? ContentType { get; init; }

    /// <summary>The <c>Content-Disposition</c> header of downloads.</summary>
    public string? ContentDisposition { get; init; }

    /// <summary>The <c>Content-Encoding</c> header of downloads, such as <c>gzip</c>.</summary>
    public string? ContentEncoding { get; init; }

    /// <summary>The <c>Content-Language</c> header of downloads.</summary>
    public string? ContentLanguage { get; init; }

    /// <summary>The <c>Cache-Control</c> header of downloads.</summary>
    public string? CacheControl { get; init; }

    /// <summary>The <c>Expires</c> header of downloads: a time as in HTTP (RFC 9110), or any other text.</summary>
    public string? Expires { get; init; }

    /// <summary>
    /// User-defined metadata. Names are ASCII tokens without <c>x-amz-meta-</c>. Non-ASCII values are sent encoded
    /// (RFC 2047). Amazon S3 allows at most 2 KiB in total.
    /// </summary>
    public IReadOnlyDictionary<string, string>? Metadata { get; init; }

    /// <summary>The tags, at most 10.</summary>
    public IReadOnlyDictionary<string, string>? Tags { get; init; }

    /// <summary>The storage class, such as <c>STANDARD_IA</c>. Default: the server's default class.</summary>
    public string? StorageClass { get; init; }

    /// <summary>
    /// The checksum that is sent with the content. The server verifies and stores it. Servers without support ignore
    /// it. For content that can be read only once, the checksum is sent in a trailer, which such servers may reject.
    /// For multipart uploads, a CRC covers the full object, while SHA-1 and SHA-256 are composite. Default: none.
    /// </summary>
    public ChecksumAlgorithm? Checksum { get; init; }

    /// <summary>
    /// Conditions that must hold. If the connection breaks after such a put was sent, its outcome is unknown: it is not
    /// retried, and the call fails with <see cref="S3ErrorCode.Ambiguous"/>.
    /// </summary>
    public S3Conditions Conditions { get; init; }

    /// <summary>
    /// How the server encrypts the content. Default: as the bucket says, which on Amazon S3 is
    /// <see cref="S3Encryption.Managed"/>. See <see cref="S3Client.WithCustomerKey"/> for keys of your own.
    /// </summary>
    public S3Encryption? Encryption { get; init; }

    internal static S3PutOptions Default { get; } = new();

    internal virtual void Validate()
    {
        if (Checksum is { } algorithm)
        {
            _ = ChecksumNames.Word(algorithm);
        }

        foreach (string name in Metadata?.Keys ?? [])
        {
            if (!MetadataText.IsName(name))
            {
                throw new ArgumentException(
                    $"'{name}' is not a metadata name: use ASCII letters, digits and !#$%&'*+-.^_`|~.");
            }
        }
    }

    /// <summary>
    /// Adds the headers that describe the object. Conditions belong to the request that makes the object visible.
    /// </summary>
    internal void Describe(S3Call call)
    {
        call.AddHeader("content-type", ContentType);
        call.AddHeader("content-disposition", ContentDisposition);
        call.AddHeader("content-encoding", ContentEncoding);
        call.AddHeader("content-language", ContentLanguage);
        call.AddHeader("cache-control", CacheControl);
        call.AddHeader("expires", Expires);
        call.AddHeader("x-amz-storage-class", StorageClass);
        Encryption?.AddTo(call);
        if (Metadata is not null)
        {
            foreach ((string name, string value) in Metadata)
            {
                call.AddHeader("x-amz-meta-" + name, MetadataText.Encode(value));
            }
        }

        if (Tags is not null)
        {
            call.AddHeader("x-amz-tagging", TagText(Tags));
        }
    }

    internal void AddConditions(S3Call call)
    {
        call.AddConditions(Conditions);
        call.IsConditionalWrite = !Conditions.AreNone;
        if (call.IsConditionalWrite)
        {
            call.Expected = Expected.PreconditionFailed | Expected.Conflict;
        }
    }

    private static string TagText(IReadOnlyDictionary<string, string> tags)
    {
        var text = new Utf8Builder(stackalloc byte[256]);
        foreach ((string name, string value) in tags)
        {
            if (text.Length > 0)
            {
                text.AppendByte((byte)'&');
            }

            PercentEncoding.AppendValue(name, ref text);
            text.AppendByte((byte)'=');
            PercentEncoding.AppendValue(value, ref text);
        }

        string header = Encoding.ASCII.GetString(text.AsSpan());
        text.Dispose();
        return header;
    }
}

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

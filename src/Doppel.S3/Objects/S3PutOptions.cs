using System.Text;
using Doppel.Pooling;
using Doppel.S3.Checksums;
using Doppel.S3.Headers;
using Doppel.S3.Http;
using Doppel.S3.Signing;

namespace Doppel.S3;

/// <summary>What is stored with an object.</summary>
public record S3PutOptions
{
    /// <summary>
    /// The media type. Default: none is told, and the server keeps its own, which is <c>binary/octet-stream</c>.
    /// </summary>
    public string? ContentType { get; init; }

    /// <summary>The header <c>Content-Disposition</c> of downloads.</summary>
    public string? ContentDisposition { get; init; }

    /// <summary>The header <c>Content-Encoding</c> of downloads, such as <c>gzip</c>.</summary>
    public string? ContentEncoding { get; init; }

    /// <summary>The header <c>Content-Language</c> of downloads.</summary>
    public string? ContentLanguage { get; init; }

    /// <summary>The header <c>Cache-Control</c> of downloads.</summary>
    public string? CacheControl { get; init; }

    /// <summary>
    /// The user's own metadata. Names are tokens in ASCII without <c>x-amz-meta-</c>; values that are not ASCII are
    /// sent encoded (RFC 2047). At most 2 KiB in all, says Amazon.
    /// </summary>
    public IReadOnlyDictionary<string, string>? Metadata { get; init; }

    /// <summary>Tags, at most 10.</summary>
    public IReadOnlyDictionary<string, string>? Tags { get; init; }

    /// <summary>Where it is stored, such as <c>STANDARD_IA</c>. Default: the server's usual place.</summary>
    public string? StorageClass { get; init; }

    /// <summary>
    /// The checksum that goes to the server with the content, which compares it and keeps it. Servers that know none
    /// ignore it; content that can be read only once has it in a trailer, which they may refuse. In parts, a CRC is
    /// that of the full object, and SHA-1 and SHA-256 are composite. Default: none.
    /// </summary>
    public ChecksumAlgorithm? Checksum { get; init; }

    /// <summary>
    /// Only if these hold. If the connection breaks after such a put was sent, nobody knows whether it was done: it is
    /// not sent again but ends with <see cref="S3ErrorCode.Ambiguous"/>.
    /// </summary>
    public S3Conditions Conditions { get; init; }

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
                    $"'{name}' is no name of metadata: letters, digits and !#$%&'*+-.^_`|~ of ASCII.");
            }
        }
    }

    /// <summary>Adds what describes the object; conditions are for the request that makes it appear.</summary>
    internal void Describe(S3Call call)
    {
        call.AddHeader("content-type", ContentType);
        call.AddHeader("content-disposition", ContentDisposition);
        call.AddHeader("content-encoding", ContentEncoding);
        call.AddHeader("content-language", ContentLanguage);
        call.AddHeader("cache-control", CacheControl);
        call.AddHeader("x-amz-storage-class", StorageClass);
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

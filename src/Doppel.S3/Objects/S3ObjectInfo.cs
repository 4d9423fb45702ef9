using System.Globalization;
using System.Net;
using System.Net.Http.Headers;

namespace Doppel.S3;

/// <summary>Information about an object, read on demand from the headers of a response.</summary>
public class S3ObjectInfo
{
    internal const string VersionName = "x-amz-version-id";

    private const string MetadataPrefix = "x-amz-meta-";

    private readonly HttpResponseMessage _answer;

    internal S3ObjectInfo(HttpResponseMessage answer)
    {
        _answer = answer;
        Status = StatusOf(answer);
    }

    /// <summary>The outcome of the request.</summary>
    public S3Status Status { get; }

    /// <summary>Whether the object exists and the following properties describe it.</summary>
    public bool IsFound => Status == S3Status.Ok;

    /// <summary>The size of the response body in bytes: of the whole object or of the requested range.</summary>
    public long Length => IsFound ? _answer.Content.Headers.ContentLength ?? 0 : 0;

    /// <summary>The size of the whole object in bytes.</summary>
    public long ObjectLength => Range?.Length ?? Length;

    /// <summary>The offset of the response body within the object.</summary>
    public long Offset => Range?.From ?? 0;

    /// <summary>The ETag with quotes, as conditions expect it, or null if the server sent none.</summary>
    public string? ETag => ETagOf(_answer);

    /// <summary>The media type.</summary>
    public string? ContentType => ContentHeader("Content-Type");

    /// <summary>When the object was last modified, to the second, or null if the server did not say.</summary>
    public DateTimeOffset? LastModified => _answer.Content.Headers.LastModified;

    /// <summary>The version ID, in buckets with versioning.</summary>
    public string? VersionId => S3Transport.HeaderOf(_answer, VersionName);

    /// <summary>
    /// What the server announces about deleting the object by a rule: the day and the rule, as it writes them
    /// (<c>x-amz-expiration</c>). Null if it announces nothing.
    /// </summary>
    public string? Expiration => Header("x-amz-expiration");

    /// <summary>The storage class, such as <c>GLACIER</c>, or null for the default class.</summary>
    public string? StorageClass => Header("x-amz-storage-class");

    /// <summary>
    /// How the server encrypts the content: <c>AES256</c>, <c>aws:kms</c>, or null if it does not say. With a
    /// <see cref="S3CustomerKey"/> it says nothing here.
    /// </summary>
    public string? Encryption => Header("x-amz-server-side-encryption");

    /// <summary>
    /// Until when this version cannot be deleted (object lock), or null if it is not locked or the caller may not see
    /// that. In the mode <c>GOVERNANCE</c> (<see cref="LockMode"/>), some users still can.
    /// </summary>
    public DateTimeOffset? RetainUntil => DateTimeOffset.TryParse(
        Header("x-amz-object-lock-retain-until-date"), CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal,
        out DateTimeOffset until) ? until : null;

    /// <summary>The mode of <see cref="RetainUntil"/>: <c>GOVERNANCE</c>, <c>COMPLIANCE</c> or null.</summary>
    public string? LockMode => Header("x-amz-object-lock-mode");

    /// <summary>Whether this version cannot be deleted until its legal hold is removed.</summary>
    public bool IsLegalHold =>
        string.Equals(Header("x-amz-object-lock-legal-hold"), "ON", StringComparison.OrdinalIgnoreCase);

    /// <summary>
    /// The checksum that is stored with the object, if the server sent one: see
    /// <see cref="S3GetOptions.WithChecksum"/>.
    /// </summary>
    public S3Checksum? Checksum => ReadChecksum();

    /// <summary>
    /// Whether Amazon derives the ETag of such an object from its content: it is the MD5, or for a multipart upload the
    /// MD5 of the MD5s of its parts. False if the object is encrypted with a KMS or customer key, and for values that
    /// servers use in place of a digest (<see cref="S3ETag.MayBeDigestOf"/>).
    /// </summary>
    public bool HasContentETag => ContentETag.IsDigest;

    /// <summary>
    /// The ETag, if it is derived from the content. Those of objects that are encrypted with a KMS or customer key are
    /// not, nor those in directory buckets (Amazon S3 API Reference, Object).
    /// </summary>
    internal S3ETag ContentETag
    {
        get
        {
            string? encryption = Header("x-amz-server-side-encryption");
            bool isOpaque = encryption?.StartsWith("aws:kms", StringComparison.Ordinal) == true
                || Header("x-amz-server-side-encryption-customer-algorithm") is not null
                || StorageClass == "EXPRESS_ONEZONE";
            var etag = S3ETag.Parse(ETag);
            return isOpaque || !etag.MayBeDigestOf(ObjectLength) ? default : etag;
        }
    }

    internal HttpResponseMessage Answer => _answer;

    private ContentRangeHeaderValue? Range => IsFound ? _answer.Content.Headers.ContentRange : null;

    /// <summary>Returns the unmodified value of a response header, such as <c>x-amz-checksum-crc32</c>.</summary>
    /// <param name="name">The name of the header, case-insensitive.</param>
    /// <returns>The value, or null if the response has no such header.</returns>
    public string? Header(string name) => S3Transport.HeaderOf(_answer, name) ?? ContentHeader(name);

    /// <summary>Returns a value of the user-defined metadata.</summary>
    /// <param name="name">The name without <c>x-amz-meta-</c>, case-insensitive.</param>
    /// <returns>The value, or null if there is none.</returns>
    public string? Metadata(string name) =>
        Header(MetadataPrefix + name) is { } value ? MetadataText.Decode(value) : null;

    /// <summary>
    /// Returns all user-defined metadata. Names are as the server sent them, without <c>x-amz-meta-</c>.
    /// </summary>
    public IEnumerable<KeyValuePair<string, string>> AllMetadata()
    {
        foreach ((string name, HeaderStringValues values) in _answer.Headers.NonValidated)
        {
            if (name.StartsWith(MetadataPrefix, StringComparison.OrdinalIgnoreCase))
            {
                yield return new(name.Substring(MetadataPrefix.Length), MetadataText.Decode(values.ToString()));
            }
        }
    }

    /// <summary>Returns the ETag in an answer, with the quotes that some servers leave out.</summary>
    internal static string? ETagOf(HttpResponseMessage answer) => S3ETag.Quoted(S3Transport.HeaderOf(answer, "ETag"));

    internal static S3Status StatusOf(HttpResponseMessage answer) => answer.StatusCode switch
    {
        HttpStatusCode.NotFound => S3Status.NotFound,
        HttpStatusCode.NotModified => S3Status.NotModified,
        HttpStatusCode.PreconditionFailed => S3Status.PreconditionFailed,
        HttpStatusCode.RequestedRangeNotSatisfiable => S3Status.RangeNotSatisfiable,
        HttpStatusCode.Conflict => S3Status.Conflict,
        _ => S3Status.Ok,
    };

    private S3Checksum? ReadChecksum()
    {
        for (int i = 0; IsFound && i < ChecksumNames.AlgorithmCount; i++)
        {
            var algorithm = (ChecksumAlgorithm)i;
            if (Header(ChecksumNames.Header(algorithm)) is { } text
                && S3Checksum.TryParse(algorithm, text, out S3Checksum checksum))
            {
                bool isComposite = ChecksumNames.TryParseWord(Header(ChecksumNames.TypeHeader), out ChecksumType type)
                    && type == ChecksumType.Composite;
                return isComposite && checksum.Type != ChecksumType.Composite
                    ? new S3Checksum(algorithm, checksum.Bytes, ChecksumType.Composite, partCount: 0)
                    : checksum;
            }
        }

        return null;
    }

    private string? ContentHeader(string name) =>
        _answer.Content.Headers.NonValidated.TryGetValues(name, out HeaderStringValues values)
            ? values.ToString()
            : null;
}

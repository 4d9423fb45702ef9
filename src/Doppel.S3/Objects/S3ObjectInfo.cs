using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using Doppel.S3.Checksums;
using Doppel.S3.Headers;

namespace Doppel.S3;

/// <summary>What an answer says of an object. Read when it is asked for, from the headers of the answer.</summary>
public class S3ObjectInfo
{
    internal const string ETagName = "ETag";
    internal const string VersionName = "x-amz-version-id";

    private const string MetadataPrefix = "x-amz-meta-";

    private readonly HttpResponseMessage _answer;

    internal S3ObjectInfo(HttpResponseMessage answer)
    {
        _answer = answer;
        Status = StatusOf(answer);
    }

    /// <summary>How it turned out.</summary>
    public S3Status Status { get; }

    /// <summary>Whether the object is there and what follows is about it.</summary>
    public bool IsFound => Status == S3Status.Ok;

    /// <summary>Bytes of the body of the answer: of the whole object, or of the range that was asked for.</summary>
    public long Length => IsFound ? _answer.Content.Headers.ContentLength ?? 0 : 0;

    /// <summary>Bytes of the whole object.</summary>
    public long ObjectLength => Range?.Length ?? Length;

    /// <summary>Where the body begins in the object.</summary>
    public long Offset => Range?.From ?? 0;

    /// <summary>The ETag with its quotes, as conditions take it; null if the server gave none.</summary>
    public string? ETag => HeaderOf(_answer, ETagName);

    /// <summary>The media type.</summary>
    public string? ContentType => ContentHeader("Content-Type");

    /// <summary>When the object was stored, to the second; null if the server did not tell.</summary>
    public DateTimeOffset? LastModified => _answer.Content.Headers.LastModified;

    /// <summary>Which version it is, in buckets that keep several.</summary>
    public string? VersionId => HeaderOf(_answer, VersionName);

    /// <summary>Where it is stored, such as <c>GLACIER</c>; null stands for the usual place.</summary>
    public string? StorageClass => Header("x-amz-storage-class");

    /// <summary>
    /// The checksum that is stored with the object, if the server gave one: <see cref="S3GetOptions.WithChecksum"/>.
    /// </summary>
    public S3Checksum? Checksum => ReadChecksum();

    internal HttpResponseMessage Answer => _answer;

    private ContentRangeHeaderValue? Range => IsFound ? _answer.Content.Headers.ContentRange : null;

    /// <summary>A header of the answer as it stands there, such as <c>x-amz-checksum-crc32</c>.</summary>
    /// <param name="name">In any case.</param>
    /// <returns>Null if there is none.</returns>
    public string? Header(string name) => HeaderOf(_answer, name) ?? ContentHeader(name);

    /// <summary>One value of the user's own metadata.</summary>
    /// <param name="name">Without <c>x-amz-meta-</c>, in any case.</param>
    /// <returns>Null if there is none.</returns>
    public string? Metadata(string name) =>
        Header(MetadataPrefix + name) is { } value ? MetadataText.Decode(value) : null;

    /// <summary>All of the user's own metadata, names without <c>x-amz-meta-</c> as the server gives them.</summary>
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

    internal static string? HeaderOf(HttpResponseMessage answer, string name) =>
        answer.Headers.NonValidated.TryGetValues(name, out HeaderStringValues values) ? values.ToString() : null;

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

using System.Globalization;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>One operation across all its attempts. Instances are pooled and keep their arrays.</summary>
internal sealed class S3Call
{
    /// <summary>The header of a copy that names its source.</summary>
    internal const string CopySourceHeader = "x-amz-copy-source";

    private readonly BytesBody _bytes = new(default);
    private QueryParameter[] _query = new QueryParameter[8];
    private RequestHeader[] _headers = new RequestHeader[16];
    private int _queryCount;
    private int _headerCount;

    internal HttpMethod Method { get; set; } = HttpMethod.Get;

    /// <summary>The bucket, or null for the service as a whole.</summary>
    internal string? Bucket { get; set; }

    /// <summary>The key, or empty for the bucket itself.</summary>
    internal string Key { get; set; } = string.Empty;

    internal RequestBody? Body { get; set; }

    /// <summary>The checksum that is sent with the body, or null for none.</summary>
    internal ChecksumAlgorithm? Checksum { get; set; }

    /// <summary>The statuses that the caller accepts as results. Any other status becomes an exception.</summary>
    internal Expected Expected { get; set; }

    /// <summary>How much of a successful response is read before it counts as successful.</summary>
    internal AnswerKind Answer { get; set; }

    /// <summary>Counts the attempts and the bytes of their bodies, or null.</summary>
    internal RequestMeter? Meter { get; set; }

    /// <summary>The number of attempts so far.</summary>
    internal int Attempts { get; set; }

    /// <summary>
    /// Whether the server already expects the body, so that the client need not wait to be asked for it.
    /// </summary>
    internal bool IsAnnounced { get; set; }

    /// <summary>Whether the effect of executing the request twice differs from that of executing it once.</summary>
    internal bool IsConditionalWrite { get; set; }

    /// <summary>
    /// The complete successful response, for calls that read one. It is returned to its pool with the call.
    /// </summary>
    internal AnswerBuffer Document;

    internal ReadOnlySpan<QueryParameter> Query => _query.AsSpan(0, _queryCount);

    internal ReadOnlySpan<RequestHeader> Headers => _headers.AsSpan(0, _headerCount);

    /// <summary>Sets the body to bytes in memory.</summary>
    internal void SetBody(ReadOnlyMemory<byte> content)
    {
        _bytes.Reset(content);
        Body = _bytes;
    }

    internal void AddQuery(string name, string value = "")
    {
        if (_queryCount == _query.Length)
        {
            Array.Resize(ref _query, 2 * _queryCount);
        }

        _query[_queryCount++] = new QueryParameter(name, value);
    }

    internal void AddQuery(string name, long value) => AddQuery(name, value.ToString(CultureInfo.InvariantCulture));

    /// <summary>Adds a header that is sent and signed. Null adds nothing.</summary>
    internal void AddHeader(string name, string? value)
    {
        if (value is null)
        {
            return;
        }

        if (_headerCount == _headers.Length)
        {
            Array.Resize(ref _headers, 2 * _headerCount);
        }

        _headers[_headerCount++] = new RequestHeader(name, value);
    }

    internal void AddConditions(in S3Conditions conditions)
    {
        if (conditions.AreNone)
        {
            return;
        }

        AddHeader("if-match", conditions.IfMatch);
        AddHeader("if-none-match", conditions.IfNoneMatch);
        AddHeader("if-modified-since", conditions.IfModifiedSince?.ToString("r", CultureInfo.InvariantCulture));
        AddHeader("if-unmodified-since", conditions.IfUnmodifiedSince?.ToString("r", CultureInfo.InvariantCulture));
    }

    /// <summary>Adds the headers of a chunked body.</summary>
    internal void AddChunkHeaders()
    {
        AddHeader("x-amz-decoded-content-length", Body!.Length.ToString(CultureInfo.InvariantCulture));

        // Merge both values into one header: intermediaries would join two headers, which would invalidate the
        // signature.
        int known = Array.FindIndex(_headers, 0, _headerCount, static header => header.Name == "content-encoding");
        if (known < 0)
        {
            AddHeader("content-encoding", "aws-chunked");
        }
        else
        {
            _headers[known] = new RequestHeader("content-encoding", $"aws-chunked,{_headers[known].Value}");
        }
    }

    private void Clear()
    {
        Attempts = 0;
        Array.Clear(_query, 0, _queryCount);
        Array.Clear(_headers, 0, _headerCount);
        _queryCount = 0;
        _headerCount = 0;
        Bucket = null;
        Key = string.Empty;
        Body = null;
        _bytes.Reset(default);
        Expected = Expected.Success;
        Answer = AnswerKind.None;
        IsAnnounced = false;
        IsConditionalWrite = false;
        Meter = null;
        Checksum = null;
        Document.Return();
    }

    internal sealed class Policy : PoolPolicy<S3Call>
    {
        private const int ItemsMax = 64;

        public override S3Call Create() => new();

        public override long Reset(S3Call item)
        {
            item.Clear();
            bool isOrdinary = item._headers.Length <= ItemsMax && item._query.Length <= ItemsMax;
            return isOrdinary ? 200 + (16 * (item._headers.Length + item._query.Length)) : 0;
        }
    }
}

/// <summary>The statuses that a call treats as results.</summary>
[Flags]
internal enum Expected
{
    /// <summary>Only 200 to 299.</summary>
    Success = 0,

    /// <summary>404, except for a missing bucket when an object was requested.</summary>
    NotFound = 1,

    /// <summary>304.</summary>
    NotModified = 2,

    /// <summary>412.</summary>
    PreconditionFailed = 4,

    /// <summary>416.</summary>
    RangeNotSatisfiable = 8,

    /// <summary>409, unless retrying can resolve it.</summary>
    Conflict = 16,
}

/// <summary>Specifies how much of a successful response is read before it counts as successful.</summary>
internal enum AnswerKind
{
    /// <summary>Only the headers. The body, if any, is left to the receiver of the response.</summary>
    None,

    /// <summary>
    /// A complete XML document. If its root is <c>Error</c>, the response is not successful, whatever its status: for
    /// copies, completions and deletions, servers start the response before they know the outcome.
    /// </summary>
    Document,

    /// <summary>A complete text of any form. Its content does not tell whether the call succeeded.</summary>
    Text,

    /// <summary>A complete XML document, with a higher size limit for listings.</summary>
    LongDocument,
}

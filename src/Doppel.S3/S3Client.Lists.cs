using System.Runtime.CompilerServices;
using Doppel.S3.Http;
using Doppel.S3.Uploads;
using Doppel.S3.Xml;

namespace Doppel.S3;

/// <content>Lists of buckets and of unfinished uploads.</content>
public sealed partial class S3Client
{
    private static readonly XmlPath s_bucketsNext = new("ListAllMyBucketsResult/ContinuationToken");

    /// <summary>Lists the buckets of the account.</summary>
    /// <param name="cancellationToken">Ends it between pages and while waiting for one.</param>
    /// <exception cref="S3Exception">The server refuses.</exception>
    public async IAsyncEnumerable<S3Bucket> ListBucketsAsync(
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        var buckets = new List<S3Bucket>();
        var check = default(MarkerCheck);
        string? next = null;
        do
        {
            next = await ReadBucketsAsync(next, buckets, cancellationToken).ConfigureAwait(false);
            if (next is not null && check.Repeats(next))
            {
                throw BadDocument("buckets", "the server lists the same ones again and again");
            }

            foreach (S3Bucket bucket in buckets)
            {
                yield return bucket;
            }
        }
        while (next is not null);
    }

    /// <summary>Lists uploads in parts that were begun and neither completed nor aborted: they take room.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="prefix">What keys begin with; nothing: all.</param>
    /// <param name="cancellationToken">Ends it between pages and while waiting for one.</param>
    /// <remarks>A key with control characters, which no document can carry, makes its page an error.</remarks>
    /// <exception cref="S3Exception">The server refuses.</exception>
    public IAsyncEnumerable<S3PendingUpload> ListUploadsAsync(
        string bucket, string prefix = "", CancellationToken cancellationToken = default)
    {
        CheckBucket(bucket);
        ArgumentNullException.ThrowIfNull(prefix);
        return UploadsAsync(bucket, prefix, cancellationToken);
    }

    private async IAsyncEnumerable<S3PendingUpload> UploadsAsync(
        string bucket, string prefix, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var check = default(MarkerCheck);
        UploadPage page = default;
        do
        {
            page = await ReadUploadsAsync(bucket, prefix, page, cancellationToken).ConfigureAwait(false);
            if (page.NextKey is not null && check.Repeats($"{page.NextUploadId} {page.NextKey}"))
            {
                throw BadDocument(bucket, "the server lists the same uploads again and again");
            }

            foreach (S3PendingUpload upload in page.Uploads)
            {
                yield return upload;
            }
        }
        while (page.NextKey is not null);
    }

    private async ValueTask<UploadPage> ReadUploadsAsync(
        string bucket, string prefix, UploadPage before, CancellationToken cancellationToken)
    {
        S3Call call = _transport.Begin(HttpMethod.Get, bucket);
        call.AddQuery("uploads");

        // Keys are not asked for encoded: Ceph's gateway (16.2) encodes them then and does not say so.
        call.AddQuery("max-uploads", 1000);
        if (prefix.Length > 0)
        {
            call.AddQuery("prefix", prefix);
        }

        if (before.NextKey is not null)
        {
            call.AddQuery("key-marker", before.NextKey);
            call.AddQuery("upload-id-marker", before.NextUploadId ?? string.Empty);
        }

        call.Answer = AnswerKind.LongDocument;
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        try
        {
            UploadPage page = UploadPage.Read(call.Document.Written, prefix);
            _transport.End(call);
            return page;
        }
        catch (S3XmlException failure)
        {
            throw BadDocument(bucket, failure.Message, failure);
        }
    }

    private async ValueTask<string?> ReadBucketsAsync(
        string? from, List<S3Bucket> buckets, CancellationToken cancellationToken)
    {
        S3Call call = _transport.Begin(HttpMethod.Get, bucket: null);
        call.AddQuery("max-buckets", 1000);
        if (from is not null)
        {
            call.AddQuery("continuation-token", from);
        }

        call.Answer = AnswerKind.LongDocument;
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        try
        {
            ReadBuckets(call.Document.Written, buckets);
            string? next = XmlValue.ReadText(call.Document.Written, s_bucketsNext);
            _transport.End(call);
            return string.IsNullOrEmpty(next) ? null : next;
        }
        catch (S3XmlException failure)
        {
            throw BadDocument("buckets", failure.Message, failure);
        }
    }

    private static void ReadBuckets(ReadOnlySpan<byte> document, List<S3Bucket> buckets)
    {
        buckets.Clear();
        var rows = new XmlRows(
            document, stackalloc Range[XmlTokenizer.DepthMax], stackalloc byte[XmlRows.TextBytes],
            "ListAllMyBucketsResult"u8, rowDepth: 3);
        while (rows.NextRow())
        {
            if (rows.Name.SequenceEqual("Bucket"u8))
            {
                buckets.Add(ReadBucket(ref rows));
            }
        }

        rows.Dispose();
    }

    private static S3Bucket ReadBucket(ref XmlRows rows)
    {
        string name = string.Empty;
        DateTimeOffset? created = null;
        string? region = null;
        int seen = 0;
        while (rows.NextField())
        {
            if (rows.Name.SequenceEqual("Name"u8))
            {
                rows.Once(ref seen, 1);
                name = rows.Text();
            }
            else if (rows.Name.SequenceEqual("CreationDate"u8))
            {
                rows.Once(ref seen, 2);
                created = rows.Time();
            }
            else if (rows.Name.SequenceEqual("BucketRegion"u8))
            {
                rows.Once(ref seen, 4);
                region = rows.Text();
            }
        }

        return name.Length > 0
            ? new S3Bucket(name, created, region)
            : throw new S3XmlException("There is a bucket without a name.");
    }
}

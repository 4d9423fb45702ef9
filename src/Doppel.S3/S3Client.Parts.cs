using System.Runtime.CompilerServices;
using Doppel.S3.Http;
using Doppel.S3.Xml;

namespace Doppel.S3;

/// <content>What is known of unfinished uploads.</content>
public sealed partial class S3Client
{
    /// <summary>Lists the parts that the server has of an upload, by rising numbers.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Of which object.</param>
    /// <param name="uploadId">Of which upload.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">There is no such upload, or the server refuses.</exception>
    public async IAsyncEnumerable<S3Part> ListPartsAsync(
        string bucket,
        string key,
        string uploadId,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        CheckKey(bucket, key);
        ArgumentException.ThrowIfNullOrEmpty(uploadId);
        int marker = 0;
        while (true)
        {
            PartPage page =
                await ReadPartsAsync(bucket, key, uploadId, marker, cancellationToken).ConfigureAwait(false);
            foreach (S3Part part in page.Parts)
            {
                yield return part;
            }

            if (!page.AreMore)
            {
                yield break;
            }

            marker = page.Next > marker
                ? page.Next
                : throw BadAnswer(bucket, key, "the server lists the same parts again and again");
        }
    }

    private async ValueTask<PartPage> ReadPartsAsync(
        string bucket, string key, string uploadId, int marker, CancellationToken cancellationToken)
    {
        S3Call call = _transport.Begin(HttpMethod.Get, bucket, key);
        call.AddQuery("uploadId", uploadId);
        call.AddQuery("part-number-marker", marker);
        call.Answer = AnswerKind.LongDocument;
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        try
        {
            PartPage page = ReadPartPage(call.Document.Written);
            _transport.End(call);
            return page;
        }
        catch (S3XmlException failure)
        {
            throw BadDocument($"{bucket}/{key}", failure.Message, failure);
        }
    }

    private static PartPage ReadPartPage(ReadOnlySpan<byte> document)
    {
        var parts = new List<S3Part>();
        bool areMore = false;
        long next = 0;
        int seen = 0;
        var rows = new XmlRows(
            document, stackalloc Range[XmlTokenizer.DepthMax], stackalloc byte[XmlRows.TextBytes], "ListPartsResult"u8);
        while (rows.NextRow())
        {
            if (rows.Name.SequenceEqual("Part"u8))
            {
                parts.Add(ReadPart(ref rows));
            }
            else if (rows.Name.SequenceEqual("IsTruncated"u8))
            {
                rows.Once(ref seen, 1);
                areMore = rows.Flag();
            }
            else if (rows.Name.SequenceEqual("NextPartNumberMarker"u8))
            {
                rows.Once(ref seen, 2);
                next = rows.Number();
            }
        }

        rows.Dispose();
        return (seen & 1) != 0
            ? new PartPage(parts, areMore, (int)Math.Min(next, int.MaxValue))
            : throw new S3XmlException("The list does not say whether it is all (IsTruncated).");
    }

    private static S3Part ReadPart(ref XmlRows rows)
    {
        long number = 0, bytes = 0;
        string? etag = null;
        int seen = 0;
        while (rows.NextField())
        {
            if (rows.Name.SequenceEqual("PartNumber"u8))
            {
                rows.Once(ref seen, 1);
                number = rows.Number();
            }
            else if (rows.Name.SequenceEqual("ETag"u8))
            {
                rows.Once(ref seen, 2);
                etag = S3ETag.Quoted(rows.Text());
            }
            else if (rows.Name.SequenceEqual("Size"u8))
            {
                rows.Once(ref seen, 4);
                bytes = rows.Number();
            }
        }

        bool isPart = seen == 7 && number is >= 1 and <= S3UploadOptions.PartsMax && !string.IsNullOrEmpty(etag);
        return isPart
            ? new S3Part((int)number, etag!, bytes)
            : throw new S3XmlException("There is a part without number, ETag or size.");
    }

    private readonly record struct PartPage(List<S3Part> Parts, bool AreMore, int Next);
}

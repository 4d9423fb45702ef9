using System.Globalization;
using System.Runtime.CompilerServices;
using Doppel.Pooling;
using Doppel.S3.Checksums;
using Doppel.S3.Http;
using Doppel.S3.Xml;

namespace Doppel.S3;

/// <content>How parts become an object.</content>
public sealed partial class S3Client
{
    private static readonly XmlPath s_completedETag = new("CompleteMultipartUploadResult/ETag");

    /// <summary>Makes an object of its parts.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Under which name.</param>
    /// <param name="uploadId">Which upload.</param>
    /// <param name="parts">All that belong to it, by rising numbers.</param>
    /// <param name="conditions">
    /// Only if these hold; else the upload stays as it is. Where the answer is lost the object tells; if it is not made
    /// of these parts, nobody knows, and the error is <see cref="S3ErrorCode.Ambiguous"/>.
    /// </param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">The server refuses; the upload stays as it is.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<S3PutResult> CompleteUploadAsync(
        string bucket,
        string key,
        string uploadId,
        IReadOnlyList<S3Part> parts,
        S3Conditions conditions = default,
        CancellationToken cancellationToken = default)
    {
        CheckKey(bucket, key);
        CheckParts(uploadId, parts);
        S3Checksum? checksum = ChecksumOf(parts);
        byte[] list = PartList(parts, out int length);
        S3Call call = _transport.Begin(HttpMethod.Post, bucket, key);
        call.AddQuery("uploadId", uploadId);
        call.AddHeader("content-type", "application/xml");
        call.AddConditions(conditions);
        if (checksum is { } known)
        {
            // Of a composite its parts tell; the server has to make it itself.
            bool isFull = known.Type == ChecksumType.FullObject;
            call.AddHeader(ChecksumNames.TypeHeader, ChecksumNames.Word(known.Type));
            call.AddHeader(ChecksumNames.Header(known.Algorithm), isFull ? known.ToString() : null);
        }

        call.IsConditionalWrite = !conditions.AreNone;
        call.SetBody(list.AsMemory(0, length));
        call.Answer = AnswerKind.Document;
        call.Expected = Expected.PreconditionFailed | Expected.Conflict | Expected.NotFound;
        HttpResponseMessage sent;
        try
        {
            sent = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        }
        catch (S3Exception failure) when (!conditions.AreNone && MayBeDone(failure))
        {
            // Sent again it could be refused because of its own object.
            if (await FindCompletedAsync(bucket, key, parts, cancellationToken).ConfigureAwait(false) is { } completed)
            {
                return completed with { Checksum = checksum };
            }

            throw;
        }

        using HttpResponseMessage answer = sent;
        var stored = new S3ObjectInfo(answer);
        string? etag = stored.IsFound ? XmlValue.ReadText(call.Document.Written, s_completedETag) : null;
        ServerError error = stored.IsFound ? ServerError.None : ServerError.Read(call.Document.Written);
        _transport.End(call);
        byte[]? written = list;
        Blocks.Pool.Return(ref written);
        if (stored.Status == S3Status.NotFound)
        {
            S3PutResult done = await FindCompletedAsync(bucket, key, parts, cancellationToken).ConfigureAwait(false)
                ?? throw NoSuchUpload(bucket, key, error);
            return done with { Checksum = checksum };
        }

        if (stored.IsFound && etag is null)
        {
            throw BadAnswer(bucket, key, "the server does not say what it stored");
        }

        // Ceph's gateway (16.2) leaves it empty; it can be told from the parts.
        string? whole = etag is { Length: 0 } ? S3ETag.OfParts(parts) : S3ETag.Quoted(etag);
        return new S3PutResult(stored.Status, whole, stored.VersionId) { Checksum = checksum };
    }

    private static void CheckParts(string uploadId, IReadOnlyList<S3Part> parts)
    {
        ArgumentException.ThrowIfNullOrEmpty(uploadId);
        ArgumentNullException.ThrowIfNull(parts);
        S3ClientOptions.InRange(parts.Count, 1, S3UploadOptions.PartsMax, nameof(parts));
        for (int i = 1; i < parts.Count; i++)
        {
            if (parts[i].Number <= parts[i - 1].Number)
            {
                throw new ArgumentException("Parts must come by rising numbers.", nameof(parts));
            }
        }
    }

    private static byte[] PartList(IReadOnlyList<S3Part> parts, out int length)
    {
        var text = new Utf8Builder(128 * parts.Count);
        text.Append("<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"u8);
        for (int i = 0; i < parts.Count; i++)
        {
            text.Append("<Part><PartNumber>"u8);
            text.Append(parts[i].Number.ToString(CultureInfo.InvariantCulture));
            text.Append("</PartNumber><ETag>"u8);
            XmlText.AppendEscaped(parts[i].ETag, ref text);
            text.Append("</ETag>"u8);
            AppendChecksum(parts[i].Checksum, ref text);
            text.Append("</Part>"u8);
        }

        text.Append("</CompleteMultipartUpload>"u8);
        length = text.Length;
        byte[] list = Blocks.Pool.Rent(length);
        text.AsSpan().CopyTo(list);
        text.Dispose();
        return list;
    }

    private static void AppendChecksum(S3Checksum? checksum, ref Utf8Builder text)
    {
        if (checksum is { } known)
        {
            string element = ChecksumNames.Element(known.Algorithm);
            text.AppendByte((byte)'<');
            text.Append(element);
            text.AppendByte((byte)'>');
            known.AppendTo(ref text);
            text.Append("</"u8);
            text.Append(element);
            text.AppendByte((byte)'>');
        }
    }

    // Null where a part came without one, or they are by several algorithms.
    private static S3Checksum? ChecksumOf(IReadOnlyList<S3Part> parts)
    {
        if (parts[0].Checksum is not { } first)
        {
            return null;
        }

        var checksums = new S3Checksum[parts.Count];
        for (int i = 0; i < parts.Count; i++)
        {
            if (parts[i].Checksum is not { Type: ChecksumType.FullObject } one || one.Algorithm != first.Algorithm)
            {
                return null;
            }

            checksums[i] = one;
        }

        if (S3Checksum.TypeInParts(first.Algorithm) == ChecksumType.Composite)
        {
            return S3Checksum.Composite(checksums);
        }

        for (int i = 1; i < checksums.Length; i++)
        {
            first = S3Checksum.Combine(first, checksums[i], parts[i].Bytes);
        }

        return first;
    }

    private static bool MayBeDone(S3Exception failure) =>
        failure.Code == S3ErrorCode.Ambiguous || RetryRules.MayBeDone(failure.StatusCode);

    // The answer to a completion may get lost, and the upload is gone when it is asked for again: then the object
    // tells, by the ETag that is made of those of its parts.
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<S3PutResult?> FindCompletedAsync(
        string bucket, string key, IReadOnlyList<S3Part> parts, CancellationToken cancellationToken)
    {
        try
        {
            S3ObjectInfo stored =
                await HeadObjectAsync(bucket, key, options: null, cancellationToken).ConfigureAwait(false);
            return stored.IsFound && stored.ETag is not null && stored.ETag == S3ETag.OfParts(parts)
                ? new S3PutResult(S3Status.Ok, stored.ETag, stored.VersionId)
                : null;
        }
        catch (S3Exception)
        {
            // What the caller has to hear of is the failure that led here.
            return null;
        }
    }

    private static S3Exception NoSuchUpload(string bucket, string key, ServerError error)
    {
        string code = error.Code ?? "NoSuchUpload";
        return new S3Exception($"{bucket}/{key}: {code}: the upload is not there (any more).")
        {
            Code = code,
            StatusCode = System.Net.HttpStatusCode.NotFound,
            RequestId = error.RequestId,
        };
    }
}

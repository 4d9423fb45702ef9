using System.Globalization;
using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <content>Completion of multipart uploads.</content>
public sealed partial class S3Client
{
    private static readonly XmlPath s_completedETag = new("CompleteMultipartUploadResult/ETag");

    /// <summary>Completes a multipart upload, which creates the object from its parts.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="uploadId">The ID of the upload.</param>
    /// <param name="parts">All parts of the object, in ascending order of their numbers.</param>
    /// <param name="conditions">
    /// Conditions that must hold; otherwise the upload is left unchanged. If the response is lost, the client inspects
    /// the object. If the object does not consist of these parts, the outcome is unknown and the call fails with
    /// <see cref="S3ErrorCode.Ambiguous"/>.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The result, with the ETag of the new object if it was created.</returns>
    /// <exception cref="S3Exception">The server rejected the request. The upload is left unchanged.</exception>
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
        byte[]? list = PartList(parts, out int length);
        S3Exception? lost = null;
        for (int request = 1; ; request++)
        {
            try
            {
                S3Call call = BeginCompletion(bucket, key, uploadId, conditions, checksum);
                call.SetBody(list.AsMemory(0, length));
                S3PutResult result =
                    await CompleteOnceAsync(call, parts, cancellationToken).ConfigureAwait(false);
                if (result.IsStored || lost is null)
                {
                    Blocks.Pool.Return(ref list);
                    return result with { Checksum = checksum };
                }
            }
            catch (S3Exception failure) when (!conditions.AreNone && MayBeDone(failure))
            {
                lost = failure;
            }

            // A further request can fail its condition because of the object that the first one created.
            Creation creation =
                await LookAsync(bucket, key, S3ETag.OfParts(parts), cancellationToken).ConfigureAwait(false);
            if (creation.Stored is { } stored)
            {
                return stored with { Checksum = checksum };
            }

            if (!creation.IsMissing || conditions != S3Conditions.Create || request == CreationsMax)
            {
                throw lost;
            }
        }
    }

    private S3Call BeginCompletion(
        string bucket, string key, string uploadId, S3Conditions conditions, S3Checksum? checksum)
    {
        S3Call call = _transport.Begin(HttpMethod.Post, bucket, key);
        call.AddQuery("uploadId", uploadId);
        call.AddHeader("content-type", "application/xml");
        call.AddConditions(conditions);
        if (checksum is { } known)
        {
            // A composite checksum follows from the checksums of the parts, so the server computes it.
            bool isFull = known.Type == ChecksumType.FullObject;
            call.AddHeader(ChecksumNames.TypeHeader, ChecksumNames.Word(known.Type));
            call.AddHeader(ChecksumNames.Header(known.Algorithm), isFull ? known.ToString() : null);
        }

        call.IsConditionalWrite = !conditions.AreNone;
        call.Answer = AnswerKind.Document;
        call.Expected = Expected.PreconditionFailed | Expected.Conflict | Expected.NotFound;
        return call;
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<S3PutResult> CompleteOnceAsync(
        S3Call call, IReadOnlyList<S3Part> parts, CancellationToken cancellationToken)
    {
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        (string bucket, string key) = (call.Bucket!, call.Key);
        var stored = new S3ObjectInfo(answer);
        string? etag = stored.IsFound ? XmlValue.ReadText(call.Document.Written, s_completedETag) : null;
        ServerError error = stored.IsFound ? ServerError.None : ServerError.Read(call.Document.Written);
        _transport.End(call);
        if (stored.Status is S3Status.NotFound)
        {
            // The response to a completion can get lost, and a repeated request then finds no such upload. The object
            // shows whether the completion succeeded: its ETag is derived from the ETags of its parts.
            Creation creation =
                await LookAsync(bucket, key, S3ETag.OfParts(parts), cancellationToken).ConfigureAwait(false);
            return creation.Stored ?? throw NoSuchUpload(bucket, key, error);
        }

        if (stored.IsFound && etag is null)
        {
            throw BadAnswer(bucket, key, "the server does not say what it stored");
        }

        // Ceph RGW 16.2 leaves the ETag empty. It can be computed from the parts.
        string? whole = etag is { Length: 0 } ? S3ETag.OfParts(parts) : S3ETag.Quoted(etag);
        return new S3PutResult(stored.Status, whole, stored.VersionId);
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

    // Returns null if a part has no checksum or the parts use different algorithms.
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

    private static S3Exception NoSuchUpload(string bucket, string key, ServerError error)
    {
        string code = error.Code ?? "NoSuchUpload";
        return new S3Exception($"{bucket}/{key}: {code}: the upload does not exist or has expired.")
        {
            Code = code,
            StatusCode = System.Net.HttpStatusCode.NotFound,
            RequestId = error.RequestId,
        };
    }
}

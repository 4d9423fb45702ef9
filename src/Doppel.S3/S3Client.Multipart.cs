using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Doppel.Pooling;
using Doppel.S3.Http;
using Doppel.S3.Xml;

namespace Doppel.S3;

/// <content>Uploads in parts, step by step. <c>UploadAsync</c> does all of it.</content>
public sealed partial class S3Client
{
    private static readonly XmlPath s_uploadId = new("InitiateMultipartUploadResult/UploadId");
    private static readonly XmlPath s_completedETag = new("CompleteMultipartUploadResult/ETag");

    /// <summary>Begins an upload in parts.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Under which name.</param>
    /// <param name="options">What is stored with it; its conditions count at the end.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>The id of the upload, for all that follows.</returns>
    /// <remarks>
    /// What was begun takes room until it is completed or aborted. If the answer to this very request is lost, the
    /// server keeps an empty upload that nobody knows of; a rule of the bucket (AbortIncompleteMultipartUpload) clears
    /// such things away.
    /// </remarks>
    /// <exception cref="S3Exception">The server refuses.</exception>
    public async ValueTask<string> StartUploadAsync(
        string bucket, string key, S3PutOptions? options = null, CancellationToken cancellationToken = default)
    {
        CheckKey(bucket, key);
        S3Call call = _transport.Begin(HttpMethod.Post, bucket, key);
        call.AddQuery("uploads");
        call.Body = new BytesBody(default);
        call.Answer = AnswerKind.Document;
        (options ?? S3PutOptions.Default).Describe(call);
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        string? uploadId = XmlValue.ReadText(call.Document.Written, s_uploadId);
        _transport.End(call);
        return string.IsNullOrEmpty(uploadId)
            ? throw BadAnswer(bucket, key, "the server began an upload without an id")
            : uploadId;
    }

    /// <summary>Sends a part from memory.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Of which object.</param>
    /// <param name="uploadId">Of which upload.</param>
    /// <param name="number">Which part, 1 to 10,000; a part of the same number is replaced.</param>
    /// <param name="content">Its bytes: 5 MiB to 5 GiB, the last one also less; unchanged until the end.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">It could not be stored.</exception>
    public ValueTask<S3Part> UploadPartAsync(
        string bucket,
        string key,
        string uploadId,
        int number,
        ReadOnlyMemory<byte> content,
        CancellationToken cancellationToken = default) =>
        UploadPartAsync(bucket, key, uploadId, number, new BytesBody(content), cancellationToken);

    /// <summary>Sends a part from a stream.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Of which object.</param>
    /// <param name="uploadId">Of which upload.</param>
    /// <param name="number">Which part, 1 to 10,000; a part of the same number is replaced.</param>
    /// <param name="content">Read from where it stands; sent again after a failure only if it can seek.</param>
    /// <param name="length">How many bytes are read.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">It could not be stored.</exception>
    public ValueTask<S3Part> UploadPartAsync(
        string bucket,
        string key,
        string uploadId,
        int number,
        Stream content,
        long length,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(content);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        return UploadPartAsync(bucket, key, uploadId, number, new StreamBody(content, length), cancellationToken);
    }

    /// <summary>Makes an object of its parts.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Under which name.</param>
    /// <param name="uploadId">Which upload.</param>
    /// <param name="parts">All that belong to it, by rising numbers.</param>
    /// <param name="conditions">Only if these hold; else the upload stays as it is.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">The server refuses; the upload stays as it is.</exception>
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
        byte[] list = PartList(parts, out int length);
        S3Call call = _transport.Begin(HttpMethod.Post, bucket, key);
        call.AddQuery("uploadId", uploadId);
        call.AddHeader("content-type", "application/xml");
        call.AddConditions(conditions);
        call.Body = new BytesBody(list.AsMemory(0, length));
        call.Answer = AnswerKind.Document;
        call.Expected = Expected.PreconditionFailed | Expected.Conflict | Expected.NotFound;
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        var stored = new S3ObjectInfo(answer);
        string? etag = stored.IsFound ? XmlValue.ReadText(call.Document.Written, s_completedETag) : null;
        ServerError error = stored.IsFound ? ServerError.None : ServerError.Read(call.Document.Written);
        _transport.End(call);
        byte[]? written = list;
        BufferPool<byte>.Shared.Return(ref written);
        if (stored.Status == S3Status.NotFound)
        {
            return await WasCompletedAsync(bucket, key, parts, error, cancellationToken).ConfigureAwait(false);
        }

        if (stored.IsFound && etag is null)
        {
            throw BadAnswer(bucket, key, "the server does not say what it stored");
        }

        // Ceph's gateway (16.2) leaves it empty; it can be told from the parts.
        string? whole = etag is { Length: 0 } ? S3ETag.OfParts(parts) : S3ETag.Quoted(etag);
        return new S3PutResult(stored.Status, whole, stored.VersionId);
    }

    /// <summary>Ends an upload and frees what its parts take.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Of which object.</param>
    /// <param name="uploadId">Which upload.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns><see cref="S3Status.Ok"/>, or <see cref="S3Status.NotFound"/> if there is none any more.</returns>
    /// <exception cref="S3Exception">The server refuses.</exception>
    public async ValueTask<S3Status> AbortUploadAsync(
        string bucket, string key, string uploadId, CancellationToken cancellationToken = default)
    {
        CheckKey(bucket, key);
        ArgumentException.ThrowIfNullOrEmpty(uploadId);
        S3Call call = _transport.Begin(HttpMethod.Delete, bucket, key);
        call.AddQuery("uploadId", uploadId);
        call.Expected = Expected.NotFound;
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
        return S3ObjectInfo.StatusOf(answer);
    }

    internal async ValueTask<S3Part> UploadPartAsync(
        string bucket, string key, string uploadId, int number, RequestBody body, CancellationToken cancellationToken)
    {
        CheckKey(bucket, key);
        ArgumentException.ThrowIfNullOrEmpty(uploadId);
        S3ClientOptions.InRange(number, 1, S3UploadOptions.PartsMax, nameof(number));
        S3Call call = _transport.Begin(HttpMethod.Put, bucket, key);
        call.AddQuery("partNumber", number);
        call.AddQuery("uploadId", uploadId);
        call.Body = body;
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
        return new S3ObjectInfo(answer).ETag is { } etag
            ? new S3Part(number, etag, body.Length)
            : throw BadAnswer(bucket, key, $"the server does not say what it stored of part {number}");
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
            text.Append("</ETag></Part>"u8);
        }

        text.Append("</CompleteMultipartUpload>"u8);
        length = text.Length;
        byte[] list = BufferPool<byte>.Shared.Rent(length);
        text.AsSpan().CopyTo(list);
        text.Dispose();
        return list;
    }

    // The answer to a completion may get lost, and the upload is gone when it is asked for again: then the object
    // tells.
    private async ValueTask<S3PutResult> WasCompletedAsync(
        string bucket, string key, IReadOnlyList<S3Part> parts, ServerError error, CancellationToken cancellationToken)
    {
        S3ObjectInfo stored =
            await HeadObjectAsync(bucket, key, options: null, cancellationToken).ConfigureAwait(false);
        if (stored.IsFound && stored.ETag is not null && stored.ETag == S3ETag.OfParts(parts))
        {
            return new S3PutResult(S3Status.Ok, stored.ETag, stored.VersionId);
        }

        string code = error.Code ?? "NoSuchUpload";
        throw new S3Exception($"{bucket}/{key}: {code}: the upload is not there (any more).")
        {
            Code = code,
            StatusCode = System.Net.HttpStatusCode.NotFound,
            RequestId = error.RequestId,
        };
    }
}

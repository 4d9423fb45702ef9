using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <content>
/// The individual steps of a multipart upload. <c>UploadAsync</c> performs all of them.
/// </content>
public sealed partial class S3Client
{
    private static readonly XmlPath s_uploadId = new("InitiateMultipartUploadResult/UploadId");

    /// <summary>Starts a multipart upload.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="options">The properties of the object. Its conditions apply when the upload is completed.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The upload ID, which all later calls require.</returns>
    /// <remarks>
    /// A started upload occupies storage until it is completed or aborted. If the response to this request is lost, the
    /// server keeps an empty upload whose ID no client knows; the bucket lifecycle rule AbortIncompleteMultipartUpload
    /// removes such uploads.
    /// </remarks>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<string> StartUploadAsync(
        string bucket, string key, S3PutOptions? options = null, CancellationToken cancellationToken = default)
    {
        CheckKey(bucket, key);
        options ??= S3PutOptions.Default;
        options.Validate();
        S3Call call = _transport.Begin(HttpMethod.Post, bucket, key);
        call.AddQuery("uploads");
        call.SetBody(default);
        call.Answer = AnswerKind.Document;
        options.Describe(call);
        if (options.Checksum is { } algorithm)
        {
            call.AddHeader(ChecksumNames.AlgorithmHeader, ChecksumNames.Word(algorithm));
            call.AddHeader(ChecksumNames.TypeHeader, ChecksumNames.Word(S3Checksum.TypeInParts(algorithm)));
        }

        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        string? uploadId = XmlValue.ReadText(call.Document.Written, s_uploadId);
        _transport.End(call);
        return string.IsNullOrEmpty(uploadId)
            ? throw BadAnswer(bucket, key, "the server began an upload without an id")
            : uploadId;
    }

    /// <summary>Uploads a part from memory.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object being uploaded.</param>
    /// <param name="uploadId">The ID of the upload.</param>
    /// <param name="number">The part number, from 1 to 10,000. An existing part with this number is replaced.</param>
    /// <param name="content">
    /// The content, from 5 MiB to 5 GiB; the last part may be smaller. Do not modify it until the operation ends.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The stored part.</returns>
    /// <exception cref="S3Exception">The part could not be stored.</exception>
    public ValueTask<S3Part> UploadPartAsync(
        string bucket,
        string key,
        string uploadId,
        int number,
        ReadOnlyMemory<byte> content,
        CancellationToken cancellationToken = default) =>
        UploadPartAsync(bucket, key, uploadId, number, new BytesBody(content), checksum: null, cancellationToken);

    /// <summary>Uploads a part from memory together with its checksum.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object being uploaded.</param>
    /// <param name="uploadId">The ID of the upload.</param>
    /// <param name="number">The part number, from 1 to 10,000. An existing part with this number is replaced.</param>
    /// <param name="content">
    /// The content, from 5 MiB to 5 GiB; the last part may be smaller. Do not modify it until the operation ends.
    /// </param>
    /// <param name="checksum">
    /// The checksum algorithm. It must match <see cref="S3PutOptions.Checksum"/> of the upload.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The stored part.</returns>
    /// <exception cref="S3Exception">The part could not be stored.</exception>
    public ValueTask<S3Part> UploadPartAsync(
        string bucket,
        string key,
        string uploadId,
        int number,
        ReadOnlyMemory<byte> content,
        ChecksumAlgorithm checksum,
        CancellationToken cancellationToken = default) =>
        UploadPartAsync(bucket, key, uploadId, number, new BytesBody(content), checksum, cancellationToken);

    /// <summary>Uploads a part from a stream.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object being uploaded.</param>
    /// <param name="uploadId">The ID of the upload.</param>
    /// <param name="number">The part number, from 1 to 10,000. An existing part with this number is replaced.</param>
    /// <param name="content">
    /// The stream, read from its current position. A failed request is retried only if the stream can seek.
    /// </param>
    /// <param name="length">The number of bytes to read.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The stored part.</returns>
    /// <exception cref="S3Exception">The part could not be stored.</exception>
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
        var body = new StreamBody(content, length);
        return UploadPartAsync(bucket, key, uploadId, number, body, checksum: null, cancellationToken);
    }

    /// <summary>Aborts a multipart upload and frees the storage that its parts occupy.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object being uploaded.</param>
    /// <param name="uploadId">The ID of the upload.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>
    /// <see cref="S3Status.Ok"/>, or <see cref="S3Status.NotFound"/> if the upload no longer exists.
    /// </returns>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
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

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    internal async ValueTask<S3Part> UploadPartAsync(
        string bucket,
        string key,
        string uploadId,
        int number,
        RequestBody body,
        ChecksumAlgorithm? checksum,
        CancellationToken cancellationToken)
    {
        CheckKey(bucket, key);
        ArgumentException.ThrowIfNullOrEmpty(uploadId);
        S3ClientOptions.InRange(number, 1, S3UploadOptions.PartsMax, nameof(number));
        S3Call call = _transport.Begin(HttpMethod.Put, bucket, key);
        call.AddQuery("partNumber", number);
        call.AddQuery("uploadId", uploadId);
        call.Body = body;
        call.Checksum = checksum;
        call.IsAnnounced = true;
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
        return S3ObjectInfo.ETagOf(answer) is { } etag
            ? new S3Part(number, etag, body.Length) { Checksum = body.Checksum }
            : throw BadAnswer(bucket, key, $"the server does not say what it stored of part {number}");
    }
}

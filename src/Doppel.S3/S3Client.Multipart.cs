using System.Runtime.CompilerServices;
using Doppel.Pooling;
using Doppel.S3.Checksums;
using Doppel.S3.Http;
using Doppel.S3.Xml;

namespace Doppel.S3;

/// <content>Uploads in parts, step by step. <c>UploadAsync</c> does all of it.</content>
public sealed partial class S3Client
{
    private static readonly XmlPath s_uploadId = new("InitiateMultipartUploadResult/UploadId");

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
        UploadPartAsync(bucket, key, uploadId, number, new BytesBody(content), checksum: null, cancellationToken);

    /// <summary>Sends a part from memory with its checksum.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Of which object.</param>
    /// <param name="uploadId">Of which upload.</param>
    /// <param name="number">Which part, 1 to 10,000; a part of the same number is replaced.</param>
    /// <param name="content">Its bytes: 5 MiB to 5 GiB, the last one also less; unchanged until the end.</param>
    /// <param name="checksum">The same as of the upload: <see cref="S3PutOptions.Checksum"/>.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">It could not be stored.</exception>
    public ValueTask<S3Part> UploadPartAsync(
        string bucket,
        string key,
        string uploadId,
        int number,
        ReadOnlyMemory<byte> content,
        ChecksumAlgorithm checksum,
        CancellationToken cancellationToken = default) =>
        UploadPartAsync(bucket, key, uploadId, number, new BytesBody(content), checksum, cancellationToken);

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
        var body = new StreamBody(content, length);
        return UploadPartAsync(bucket, key, uploadId, number, body, checksum: null, cancellationToken);
    }

    /// <summary>Ends an upload and frees what its parts take.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Of which object.</param>
    /// <param name="uploadId">Which upload.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns><see cref="S3Status.Ok"/>, or <see cref="S3Status.NotFound"/> if there is none any more.</returns>
    /// <exception cref="S3Exception">The server refuses.</exception>
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
        return S3ObjectInfo.HeaderOf(answer, S3ObjectInfo.ETagName) is { } etag
            ? new S3Part(number, etag, body.Length) { Checksum = body.Checksum }
            : throw BadAnswer(bucket, key, $"the server does not say what it stored of part {number}");
    }
}

using System.Net;
using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <content>Operations on single objects.</content>
public sealed partial class S3Client
{
    /// <summary>Stores an object from memory with a single request.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object, sent exactly as given; at most 1,024 bytes of UTF-8.</param>
    /// <param name="content">
    /// The content, at most 5 GiB on Amazon S3. Do not modify it until the operation ends.
    /// </param>
    /// <param name="options">The properties of the object and the conditions of the request.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The result, with the ETag of the object if it was stored.</returns>
    /// <exception cref="S3Exception">The object could not be stored.</exception>
    public ValueTask<S3PutResult> PutObjectAsync(
        string bucket,
        string key,
        ReadOnlyMemory<byte> content,
        S3PutOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        options ??= S3PutOptions.Default;
        S3Call call = BeginPut(bucket, key, options);
        call.SetBody(content);
        return StoreAsync(call, options, cancellationToken);
    }

    /// <summary>Stores an object from a stream with a single request.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object, sent exactly as given; at most 1,024 bytes of UTF-8.</param>
    /// <param name="content">
    /// The stream, read from its current position and not disposed. If it cannot seek, an interrupted request cannot be
    /// retried; use <see cref="UploadAsync(string, string, Stream, S3UploadOptions?, CancellationToken)"/>, which can.
    /// </param>
    /// <param name="length">The number of bytes to read. The call fails if the stream has fewer.</param>
    /// <param name="options">The properties of the object and the conditions of the request.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The result, with the ETag of the object if it was stored.</returns>
    /// <exception cref="S3Exception">The object could not be stored.</exception>
    public ValueTask<S3PutResult> PutObjectAsync(
        string bucket,
        string key,
        Stream content,
        long length,
        S3PutOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(content);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        return PutAsync(bucket, key, new StreamBody(content, length), options, cancellationToken);
    }

    /// <summary>Requests an object. Its body is not read until you ask for it.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="options">The byte range, version and conditions.</param>
    /// <param name="cancellationToken">Cancels the operation until the response headers have arrived.</param>
    /// <returns>The status and headers of the response, with access to its body. Dispose it.</returns>
    /// <exception cref="S3Exception">The server rejected the request, or the bucket does not exist.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<S3Object> GetObjectAsync(
        string bucket, string key, S3GetOptions? options = null, CancellationToken cancellationToken = default)
    {
        HttpResponseMessage answer =
            await ReadAsync(HttpMethod.Get, bucket, key, options, cancellationToken).ConfigureAwait(false);
        var found = new S3Object(answer, _transport, bucket, key, options);
        if (!found.IsFound)
        {
            return found;
        }

        if (answer.Content.Headers.ContentLength is null)
        {
            found.Dispose();
            throw BadAnswer(bucket, key, "the server does not tell how long the object is");
        }

        bool isPartWanted = options is { Range: not null } or { PartNumber: > 0 };
        if (answer.StatusCode == HttpStatusCode.PartialContent && !isPartWanted)
        {
            found.Dispose();
            throw BadAnswer(bucket, key, "the server gave a part of the object instead of the whole");
        }

        // Some servers ignore the range and return the whole object.
        if (options?.Range is { } range && !range.Fits(found))
        {
            found.Dispose();
            throw BadAnswer(bucket, key, "the server gave another range than the one that was asked for");
        }

        return found;
    }

    /// <summary>Returns information about an object without its body.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="options">The version, range and conditions.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The status and headers of the response.</returns>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<S3ObjectInfo> HeadObjectAsync(
        string bucket, string key, S3GetOptions? options = null, CancellationToken cancellationToken = default)
    {
        using HttpResponseMessage answer =
            await ReadAsync(HttpMethod.Head, bucket, key, options, cancellationToken).ConfigureAwait(false);
        return new S3ObjectInfo(answer);
    }

    /// <summary>Checks whether an object exists.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>True if the object exists.</returns>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<bool> ObjectExistsAsync(
        string bucket, string key, CancellationToken cancellationToken = default)
    {
        using HttpResponseMessage answer =
            await ReadAsync(HttpMethod.Head, bucket, key, options: null, cancellationToken).ConfigureAwait(false);
        return answer.IsSuccessStatusCode;
    }

    /// <summary>Deletes an object.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="conditions">
    /// Conditions that must hold. Servers without support for conditional deletes ignore them and delete the object.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>
    /// <see cref="S3Status.Ok"/>, which most servers also return if the object did not exist;
    /// <see cref="S3Status.NotFound"/>, <see cref="S3Status.PreconditionFailed"/> or <see cref="S3Status.Conflict"/>.
    /// </returns>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
    public ValueTask<S3Status> DeleteObjectAsync(
        string bucket, string key, S3Conditions conditions = default, CancellationToken cancellationToken = default) =>
        DeleteAsync(bucket, key, versionId: null, conditions, cancellationToken);

    /// <summary>Deletes one version of an object permanently, or a delete marker.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="versionId">The version, as <see cref="ListVersionsAsync"/> lists it.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns><see cref="S3Status.Ok"/> or <see cref="S3Status.NotFound"/>.</returns>
    /// <exception cref="S3Exception">
    /// The server rejected the request, with the code <c>AccessDenied</c> if the version is locked
    /// (<see cref="S3ObjectInfo.RetainUntil"/>, <see cref="S3ObjectInfo.IsLegalHold"/>).
    /// </exception>
    public ValueTask<S3Status> DeleteVersionAsync(
        string bucket, string key, string versionId, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(versionId);
        return DeleteAsync(bucket, key, versionId, conditions: default, cancellationToken);
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<S3Status> DeleteAsync(
        string bucket, string key, string? versionId, S3Conditions conditions, CancellationToken cancellationToken)
    {
        CheckKey(bucket, key);
        S3Call call = _transport.Begin(HttpMethod.Delete, bucket, key);
        if (versionId is not null)
        {
            call.AddQuery("versionId", versionId);
        }

        call.AddConditions(conditions);
        call.IsConditionalWrite = !conditions.AreNone;
        call.Expected = Expected.NotFound | Expected.PreconditionFailed | Expected.Conflict;
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
        return S3ObjectInfo.StatusOf(answer);
    }

    internal static S3Exception BadAnswer(string bucket, string key, string what) =>
        new($"{bucket}/{key}: {what}.") { Code = S3ErrorCode.BadAnswer };

    internal ValueTask<S3PutResult> PutAsync(
        string bucket, string key, RequestBody body, S3PutOptions? options, CancellationToken cancellationToken)
    {
        options ??= S3PutOptions.Default;
        S3Call call = BeginPut(bucket, key, options);
        call.Body = body;
        return StoreAsync(call, options, cancellationToken);
    }

    private S3Call BeginPut(string bucket, string key, S3PutOptions options)
    {
        CheckKey(bucket, key);
        options.Validate();
        S3Call call = _transport.Begin(HttpMethod.Put, bucket, key);
        call.Checksum = options.Checksum;
        options.Describe(call);
        options.AddConditions(call);
        return call;
    }

    private ValueTask<S3PutResult> StoreAsync(S3Call call, S3PutOptions options, CancellationToken cancellationToken) =>
        options.Conditions == S3Conditions.Create
            ? CreateAsync(call, options, cancellationToken)
            : StoreOnceAsync(call, cancellationToken);

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<S3PutResult> StoreOnceAsync(S3Call call, CancellationToken cancellationToken)
    {
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        (string bucket, string key, S3Checksum? checksum) = (call.Bucket!, call.Key, call.Body!.Checksum);
        _transport.End(call);
        S3Status status = S3ObjectInfo.StatusOf(answer);
        string? etag = S3ObjectInfo.ETagOf(answer);
        string? version = S3Transport.HeaderOf(answer, S3ObjectInfo.VersionName);
        return status == S3Status.Ok && etag is null
            ? throw BadAnswer(bucket, key, "the server does not say what it stored")
            : new S3PutResult(status, etag, version) { Checksum = checksum };
    }

    private ValueTask<HttpResponseMessage> ReadAsync(
        HttpMethod method, string bucket, string key, S3GetOptions? options, CancellationToken cancellationToken)
    {
        CheckKey(bucket, key);
        S3Call call = _transport.Begin(method, bucket, key);
        call.Expected = Expected.NotFound | Expected.NotModified | Expected.PreconditionFailed
            | Expected.RangeNotSatisfiable;
        if (options is not null)
        {
            call.AddConditions(options.Conditions);
            call.AddHeader("range", options.Range?.ToString());
            call.AddHeader("x-amz-checksum-mode", options.WithChecksum ? "ENABLED" : null);
            if (options.PartNumber > 0)
            {
                call.AddQuery("partNumber", options.PartNumber);
            }

            if (options.VersionId is not null)
            {
                call.AddQuery("versionId", options.VersionId);
            }
        }

        return _transport.FinishAsync(call, cancellationToken);
    }
}

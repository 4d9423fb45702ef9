using System.Runtime.CompilerServices;
using Doppel.Pooling;
using Doppel.S3.Checksums;
using Doppel.S3.Http;

namespace Doppel.S3;

/// <content>Single objects.</content>
public sealed partial class S3Client
{
    /// <summary>Stores an object from memory by one request.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Under which name, exactly as it is given; up to 1,024 bytes of UTF-8.</param>
    /// <param name="content">Its bytes, at most 5 GiB at Amazon; unchanged until the end.</param>
    /// <param name="options">What is stored with it.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">It could not be stored.</exception>
    public ValueTask<S3PutResult> PutObjectAsync(
        string bucket,
        string key,
        ReadOnlyMemory<byte> content,
        S3PutOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        S3Call call = BeginPut(bucket, key, options ?? S3PutOptions.Default);
        call.SetBody(content);
        return StoreAsync(call, cancellationToken);
    }

    /// <summary>Stores an object from a stream by one request.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Under which name, exactly as it is given; up to 1,024 bytes of UTF-8.</param>
    /// <param name="content">
    /// Read from where it stands. If it cannot seek, a request that broke off cannot be sent again;
    /// <see cref="UploadAsync(string, string, Stream, S3UploadOptions?, CancellationToken)"/> can. Not disposed.
    /// </param>
    /// <param name="length">How many bytes are read; it is an error if there are less.</param>
    /// <param name="options">What is stored with it.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">It could not be stored.</exception>
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

    /// <summary>Asks for an object: one request, whose body is read only when it is asked for.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Which.</param>
    /// <param name="options">Which part, on which conditions.</param>
    /// <param name="cancellationToken">Ends it until the headers have come.</param>
    /// <returns>Its status and headers, and the way to its body. Dispose it.</returns>
    /// <exception cref="S3Exception">The server refuses, or the bucket is not there.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<S3Object> GetObjectAsync(
        string bucket, string key, S3GetOptions? options = null, CancellationToken cancellationToken = default)
    {
        HttpResponseMessage answer =
            await ReadAsync(HttpMethod.Get, bucket, key, options, cancellationToken).ConfigureAwait(false);
        var found = new S3Object(answer, _transport, bucket, key, options?.VersionId);
        if (!found.IsFound)
        {
            return found;
        }

        if (answer.Content.Headers.ContentLength is null)
        {
            found.Dispose();
            throw BadAnswer(bucket, key, "the server does not tell how long the object is");
        }

        // Some servers ignore ranges, and give everything.
        if (options?.Range is { } range && !range.Fits(found))
        {
            found.Dispose();
            throw BadAnswer(bucket, key, "the server gave another range than the one that was asked for");
        }

        return found;
    }

    /// <summary>Asks what is known of an object, without its body.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Which.</param>
    /// <param name="options">On which conditions.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">The server refuses.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<S3ObjectInfo> HeadObjectAsync(
        string bucket, string key, S3GetOptions? options = null, CancellationToken cancellationToken = default)
    {
        using HttpResponseMessage answer =
            await ReadAsync(HttpMethod.Head, bucket, key, options, cancellationToken).ConfigureAwait(false);
        return new S3ObjectInfo(answer);
    }

    /// <summary>Asks whether an object is there.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Which.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">The server refuses.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<bool> ObjectExistsAsync(
        string bucket, string key, CancellationToken cancellationToken = default)
    {
        using HttpResponseMessage answer =
            await ReadAsync(HttpMethod.Head, bucket, key, options: null, cancellationToken).ConfigureAwait(false);
        return answer.IsSuccessStatusCode;
    }

    /// <summary>Deletes an object.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Which.</param>
    /// <param name="conditions">
    /// Only if these hold. Servers that do not know conditions here delete in spite of them; look at
    /// docs/s3-servers.md.
    /// </param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>
    /// <see cref="S3Status.Ok"/>, which most servers also answer if there was none;
    /// <see cref="S3Status.NotFound"/>, <see cref="S3Status.PreconditionFailed"/> or <see cref="S3Status.Conflict"/>.
    /// </returns>
    /// <exception cref="S3Exception">The server refuses.</exception>
    public ValueTask<S3Status> DeleteObjectAsync(
        string bucket, string key, S3Conditions conditions = default, CancellationToken cancellationToken = default) =>
        DeleteAsync(bucket, key, versionId: null, conditions, cancellationToken);

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
        S3Call call = BeginPut(bucket, key, options ?? S3PutOptions.Default);
        call.Body = body;
        return StoreAsync(call, cancellationToken);
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

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<S3PutResult> StoreAsync(S3Call call, CancellationToken cancellationToken)
    {
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        (string bucket, string key, S3Checksum? checksum) = (call.Bucket!, call.Key, call.Body!.Checksum);
        _transport.End(call);
        S3Status status = S3ObjectInfo.StatusOf(answer);
        string? etag = S3ObjectInfo.HeaderOf(answer, S3ObjectInfo.ETagName);
        string? version = S3ObjectInfo.HeaderOf(answer, S3ObjectInfo.VersionName);
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
            if (options.VersionId is not null)
            {
                call.AddQuery("versionId", options.VersionId);
            }
        }

        return _transport.FinishAsync(call, cancellationToken);
    }
}

using System.Globalization;

namespace Doppel.S3;

/// <content>Server-side copies. No content passes through the client.</content>
public sealed partial class S3Client
{
    private static readonly XmlPath s_copiedETag = new("CopyObjectResult/ETag");
    private static readonly XmlPath s_copiedPartETag = new("CopyPartResult/ETag");

    /// <summary>Copies an object of at most 5 GiB with a single request.</summary>
    /// <param name="sourceBucket">The bucket of the source object.</param>
    /// <param name="sourceKey">The key of the source object, which may have at most 5 GiB.</param>
    /// <param name="bucket">The destination bucket.</param>
    /// <param name="key">The destination key. An existing object with this key is replaced.</param>
    /// <param name="options">The properties of the copy and the conditions of the request.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>
    /// The stored object, or a result with <see cref="S3Status.NotFound"/> if the source does not exist,
    /// <see cref="S3Status.PreconditionFailed"/> or <see cref="S3Status.Conflict"/>.
    /// </returns>
    /// <remarks>
    /// To copy an object onto itself, change something, for example with <see cref="S3CopyOptions.Replacement"/>.
    /// </remarks>
    /// <exception cref="S3Exception">The object could not be copied.</exception>
    public async ValueTask<S3PutResult> CopyObjectAsync(
        string sourceBucket,
        string sourceKey,
        string bucket,
        string key,
        S3CopyOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        CheckKey(sourceBucket, sourceKey);
        CheckKey(bucket, key);
        options ??= S3CopyOptions.Default;
        options.Validate();
        S3Call call = _transport.Begin(HttpMethod.Put, bucket, key);
        new CopySource(sourceBucket, sourceKey, options.SourceVersionId).Describe(call, options.SourceConditions);
        options.Describe(call);
        call.SetBody(default);
        call.Answer = AnswerKind.Document;
        call.Expected = Expected.NotFound | Expected.PreconditionFailed | Expected.Conflict;
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        var copied = new S3ObjectInfo(answer);
        string? etag = copied.IsFound ? ETagOf(call, s_copiedETag) : null;
        _transport.End(call);
        return new S3PutResult(copied.Status, etag, copied.VersionId);
    }

    /// <summary>Copies an object of any size, with a single request or in parallel parts.</summary>
    /// <param name="sourceBucket">The bucket of the source object.</param>
    /// <param name="sourceKey">The key of the source object.</param>
    /// <param name="bucket">The destination bucket.</param>
    /// <param name="key">The destination key. An existing object with this key is replaced.</param>
    /// <param name="options">The properties of the copy, the conditions, and how the copy is made.</param>
    /// <param name="cancellationToken">Cancels the operation. Parts already copied are deleted.</param>
    /// <returns>The same results as <see cref="CopyObjectAsync"/>.</returns>
    /// <remarks>
    /// The source is inspected first. On servers that support copy conditions, the whole copy reflects the source as it
    /// was at that moment; other servers, such as Ceph RGW 16.2, copy its current content. A copy in parts reads the
    /// source's content headers, metadata and tags and stores them with the copy.
    /// </remarks>
    /// <exception cref="S3Exception">The object could not be copied. Parts already copied are deleted.</exception>
    public async ValueTask<S3PutResult> CopyAsync(
        string sourceBucket,
        string sourceKey,
        string bucket,
        string key,
        S3CopyOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        CheckKey(bucket, key);
        options ??= S3CopyOptions.Default;
        options.Validate();
        var read = new S3GetOptions { Conditions = options.SourceConditions, VersionId = options.SourceVersionId };
        S3ObjectInfo found =
            await HeadObjectAsync(sourceBucket, sourceKey, read, cancellationToken).ConfigureAwait(false);
        if (!found.IsFound)
        {
            // For a copy, "not modified" is simply a condition that does not hold.
            S3Status status = found.Status == S3Status.NotModified ? S3Status.PreconditionFailed : found.Status;
            return new S3PutResult(status, ETag: null, VersionId: null);
        }

        string etag = found.ETag
            ?? throw BadAnswer(sourceBucket, sourceKey, "the server does not tell the state of the source (ETag)");
        options = options with { SourceVersionId = options.SourceVersionId ?? found.VersionId };
        if (found.Length <= options.SingleBytesMax || found.Length == 0)
        {
            var isSame = new S3Conditions { IfMatch = etag };
            return await CopyObjectAsync(
                sourceBucket, sourceKey, bucket, key, options with { SourceConditions = isSame }, cancellationToken)
                .ConfigureAwait(false);
        }

        var source = new CopySource(sourceBucket, sourceKey, options.SourceVersionId);
        S3PutOptions stored =
            await StoredWithCopyAsync(found, source, options, cancellationToken).ConfigureAwait(false);
        var copy = new PartsCopy(this, source, found, bucket, key, options);
        return await copy.RunAsync(stored, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Copies a byte range of an object into a part of a multipart upload.</summary>
    /// <param name="sourceBucket">The bucket of the source object.</param>
    /// <param name="sourceKey">The key of the source object.</param>
    /// <param name="bucket">The bucket of the upload.</param>
    /// <param name="key">The key of the object being uploaded.</param>
    /// <param name="uploadId">The ID of the upload.</param>
    /// <param name="number">The part number, from 1 to 10,000. An existing part with this number is replaced.</param>
    /// <param name="first">The offset of the first byte in the source, 0 or greater.</param>
    /// <param name="count">The number of bytes, from 5 MiB to 5 GiB. The last part may be smaller.</param>
    /// <param name="sourceVersionId">The version of the source object, or null for the current version.</param>
    /// <param name="sourceConditions">Conditions that the source must meet.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>The stored part.</returns>
    /// <exception cref="S3Exception">The range could not be copied, or a condition does not hold.</exception>
    public ValueTask<S3Part> UploadPartCopyAsync(
        string sourceBucket,
        string sourceKey,
        string bucket,
        string key,
        string uploadId,
        int number,
        long first,
        long count,
        string? sourceVersionId = null,
        S3Conditions sourceConditions = default,
        CancellationToken cancellationToken = default)
    {
        CheckKey(sourceBucket, sourceKey);
        var source = new CopySource(sourceBucket, sourceKey, sourceVersionId);
        return UploadPartCopyAsync(
            source, bucket, key, uploadId, number, first, count, sourceConditions, cancellationToken);
    }

    internal async ValueTask<S3Part> UploadPartCopyAsync(
        CopySource source,
        string bucket,
        string key,
        string uploadId,
        int number,
        long first,
        long count,
        S3Conditions sourceConditions,
        CancellationToken cancellationToken)
    {
        CheckKey(bucket, key);
        ArgumentException.ThrowIfNullOrEmpty(uploadId);
        S3ClientOptions.InRange(number, 1, S3UploadOptions.PartsMax, nameof(number));
        string range = S3Range.Of(first, count).ToString();
        S3Call call = _transport.Begin(HttpMethod.Put, bucket, key);
        call.AddQuery("partNumber", number.ToString(CultureInfo.InvariantCulture));
        call.AddQuery("uploadId", uploadId);
        source.Describe(call, sourceConditions);
        call.AddHeader("x-amz-copy-source-range", range);
        call.SetBody(default);
        call.Answer = AnswerKind.Document;
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        string etag = ETagOf(call, s_copiedPartETag);
        _transport.End(call);
        return new S3Part(number, etag, count);
    }

    // A server without support for copies stores the empty request body and reports success.
    private static string ETagOf(S3Call call, XmlPath path)
    {
        try
        {
            string? etag = S3ETag.Quoted(XmlValue.ReadText(call.Document.Written, path));
            return string.IsNullOrEmpty(etag)
                ? throw BadAnswer(call.Bucket!, call.Key, "the server does not say what it copied")
                : etag;
        }
        catch (S3XmlException failure)
        {
            throw BadDocument($"{call.Bucket}/{call.Key}", failure.Message, failure);
        }
    }

    private async ValueTask<S3PutOptions> StoredWithCopyAsync(
        S3ObjectInfo found, CopySource source, S3CopyOptions options, CancellationToken cancellationToken)
    {
        if (options.Replacement is { } replacement)
        {
            return replacement with
            {
                StorageClass = replacement.StorageClass ?? options.StorageClass,
                Checksum = null,
            };
        }

        bool hasTags = found.Header("x-amz-tagging-count") is { } count and not "0";
        return new S3PutOptions
        {
            ContentType = found.ContentType,
            ContentDisposition = found.Header("Content-Disposition"),
            ContentEncoding = found.Header("Content-Encoding"),
            ContentLanguage = found.Header("Content-Language"),
            CacheControl = found.Header("Cache-Control"),
            Expires = found.Header("Expires"),
            Metadata = new Dictionary<string, string>(found.AllMetadata()),
            Tags = hasTags
                ? await GetTagsAsync(source.Bucket, source.Key, source.VersionId, cancellationToken)
                    .ConfigureAwait(false)
                : null,
            StorageClass = options.StorageClass,
        };
    }
}

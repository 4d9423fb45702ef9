using System.Globalization;
using Doppel.S3.Http;
using Doppel.S3.Xml;

namespace Doppel.S3;

/// <content>Copies within a service, which move no byte through the client.</content>
public sealed partial class S3Client
{
    private static readonly XmlPath s_copiedETag = new("CopyObjectResult/ETag");
    private static readonly XmlPath s_copiedPartETag = new("CopyPartResult/ETag");

    /// <summary>Copies an object by one request.</summary>
    /// <param name="sourceBucket">Where it is.</param>
    /// <param name="sourceKey">What it is called there; at most 5 GiB.</param>
    /// <param name="bucket">Where the copy goes.</param>
    /// <param name="key">What the copy is called; what has this name is replaced.</param>
    /// <param name="options">What is stored with the copy, and on which conditions.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>
    /// What was stored; or <see cref="S3Status.NotFound"/> if there is no such source,
    /// <see cref="S3Status.PreconditionFailed"/> or <see cref="S3Status.Conflict"/>.
    /// </returns>
    /// <remarks>
    /// Onto itself an object is copied only with something new, such as a <see cref="S3CopyOptions.Replacement"/>.
    /// </remarks>
    /// <exception cref="S3Exception">It could not be copied.</exception>
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

    /// <summary>Copies an object of any length: by one request, or in parts side by side.</summary>
    /// <param name="sourceBucket">Where it is.</param>
    /// <param name="sourceKey">What it is called there.</param>
    /// <param name="bucket">Where the copy goes.</param>
    /// <param name="key">What the copy is called; what has this name is replaced.</param>
    /// <param name="options">What is stored with the copy, on which conditions, and how it is made.</param>
    /// <param name="cancellationToken">Ends it; parts that were copied are taken back.</param>
    /// <returns>As <see cref="CopyObjectAsync"/>.</returns>
    /// <remarks>
    /// The source is looked at first, and all of the copy is of the state that it had then, where servers know
    /// conditions of copies; others, such as Ceph's gateway 16.2, copy what is there. In parts, what is stored with the
    /// source is read and stored with the copy: headers of the content, metadata and tags.
    /// </remarks>
    /// <exception cref="S3Exception">It could not be copied; parts that were copied are taken back.</exception>
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
            // What has not changed is one condition that does not hold, to whoever wants it copied.
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

    /// <summary>Makes a part of an upload of a range of an object.</summary>
    /// <param name="sourceBucket">Where the object is.</param>
    /// <param name="sourceKey">What it is called there.</param>
    /// <param name="bucket">Where the upload is.</param>
    /// <param name="key">Of which object.</param>
    /// <param name="uploadId">Of which upload.</param>
    /// <param name="number">Which part, 1 to 10,000; a part of the same number is replaced.</param>
    /// <param name="first">The first byte, 0 or more.</param>
    /// <param name="count">How many bytes: 5 MiB to 5 GiB, the last part also less.</param>
    /// <param name="sourceVersionId">Which version of the object; null: the current one.</param>
    /// <param name="sourceConditions">Only if these hold for it.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">It could not be copied; also where a condition does not hold.</exception>
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

    // A server that does not know copies stores the empty body, and says nothing.
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
            Metadata = new Dictionary<string, string>(found.AllMetadata()),
            Tags = hasTags
                ? await GetTagsAsync(source.Bucket, source.Key, source.VersionId, cancellationToken)
                    .ConfigureAwait(false)
                : null,
            StorageClass = options.StorageClass,
        };
    }
}

using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <content>Listings of buckets, pending uploads and uploaded parts.</content>
public sealed partial class S3Client
{
    private const int UploadsOfPage = 1000;

    private delegate ValueTask<ListedPage<T>> PageAfter<T>(
        ListedPage<T> before, CancellationToken cancellationToken);

    private delegate T DocumentReader<out T>(ReadOnlySpan<byte> document);

    /// <summary>Lists the buckets of the account.</summary>
    /// <param name="cancellationToken">Cancels the operation between pages and while waiting for one.</param>
    /// <returns>The buckets.</returns>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
    public IAsyncEnumerable<S3Bucket> ListBucketsAsync(CancellationToken cancellationToken = default) =>
        ItemsAsync<S3Bucket>("buckets", int.MaxValue, ReadBucketsAsync, cancellationToken);

    /// <summary>
    /// Lists multipart uploads that were started but neither completed nor aborted. They occupy storage.
    /// </summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="prefix">The prefix of the keys to list; empty lists all uploads.</param>
    /// <param name="cancellationToken">Cancels the operation between pages and while waiting for one.</param>
    /// <returns>The pending uploads.</returns>
    /// <remarks>A key with control characters, which XML cannot represent, makes its page fail.</remarks>
    /// <exception cref="S3Exception">The server rejected the request.</exception>
    public IAsyncEnumerable<S3PendingUpload> ListUploadsAsync(
        string bucket, string prefix = "", CancellationToken cancellationToken = default)
    {
        CheckBucket(bucket);
        ArgumentNullException.ThrowIfNull(prefix);
        return ItemsAsync<S3PendingUpload>(
            bucket, UploadsOfPage, (before, token) => ReadUploadsAsync(bucket, prefix, before, token),
            cancellationToken);
    }

    /// <summary>Lists the uploaded parts of a multipart upload, in ascending order of their numbers.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object being uploaded.</param>
    /// <param name="uploadId">The ID of the upload.</param>
    /// <param name="cancellationToken">Cancels the operation between pages and while waiting for one.</param>
    /// <returns>The parts.</returns>
    /// <exception cref="S3Exception">The upload does not exist, or the server rejected the request.</exception>
    public IAsyncEnumerable<S3Part> ListPartsAsync(
        string bucket, string key, string uploadId, CancellationToken cancellationToken = default)
    {
        CheckKey(bucket, key);
        ArgumentException.ThrowIfNullOrEmpty(uploadId);
        return ItemsAsync<S3Part>(
            $"{bucket}/{key}", S3UploadOptions.PartsMax,
            (before, token) => ReadPartsAsync(bucket, key, uploadId, before.Next, token),
            cancellationToken);
    }

    private static async IAsyncEnumerable<T> ItemsAsync<T>(
        string name,
        int countMax,
        PageAfter<T> readAfter,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var progress = default(ListProgress<T>);
        ListedPage<T> page = default;
        do
        {
            page = await readAfter(page, cancellationToken).ConfigureAwait(false);
            int count = page.Items.Count;
            if (count > countMax)
            {
                throw BadDocument(name, $"the server listed {count} entries in a page of at most {countMax}");
            }

            if (page.Next is not null
                && progress.FaultOf($"{page.NextId} {page.Next}", count, page.Items.LastOrDefault()!) is { } fault)
            {
                throw BadDocument(name, fault);
            }

            foreach (T item in page.Items)
            {
                yield return item;
            }
        }
        while (page.Next is not null);
    }

    private ValueTask<ListedPage<S3Bucket>> ReadBucketsAsync(
        ListedPage<S3Bucket> before, CancellationToken cancellationToken)
    {
        S3Call call = _transport.Begin(HttpMethod.Get, bucket: null);
        call.AddQuery("max-buckets", 1000);
        if (before.Next is not null)
        {
            call.AddQuery("continuation-token", before.Next);
        }

        return ReadListAsync(call, "buckets", BucketPage.Read, cancellationToken);
    }

    private ValueTask<ListedPage<S3PendingUpload>> ReadUploadsAsync(
        string bucket, string prefix, ListedPage<S3PendingUpload> before, CancellationToken cancellationToken)
    {
        S3Call call = _transport.Begin(HttpMethod.Get, bucket);
        call.AddQuery("uploads");

        // No encoding-type: Ceph RGW 16.2 would encode the keys without saying so in the response.
        call.AddQuery("max-uploads", UploadsOfPage);
        if (prefix.Length > 0)
        {
            call.AddQuery("prefix", prefix);
        }

        if (before.Next is not null)
        {
            call.AddQuery("key-marker", before.Next);
            call.AddQuery("upload-id-marker", before.NextId ?? string.Empty);
        }

        return ReadListAsync(call, bucket, document => UploadPage.Parser.Read(document, prefix), cancellationToken);
    }

    private ValueTask<ListedPage<S3Part>> ReadPartsAsync(
        string bucket, string key, string uploadId, string? after, CancellationToken cancellationToken)
    {
        S3Call call = _transport.Begin(HttpMethod.Get, bucket, key);
        call.AddQuery("uploadId", uploadId);
        call.AddQuery("part-number-marker", after ?? "0");
        return ReadListAsync(call, $"{bucket}/{key}", PartPage.Read, cancellationToken);
    }

    // Sends a call that returns a listing, and disposes the call.
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<T> ReadListAsync<T>(
        S3Call call, string name, DocumentReader<T> read, CancellationToken cancellationToken)
    {
        call.Answer = AnswerKind.LongDocument;
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        try
        {
            T page = read(call.Document.Written);
            _transport.End(call);
            return page;
        }
        catch (S3XmlException failure)
        {
            throw BadDocument(name, failure.Message, failure);
        }
    }

    // The response is complete but invalid. Another request would return the same, so it is not retried.
    private static S3Exception BadDocument(string name, string what, Exception? inner = null) =>
        new($"{name}: {what}", inner) { Code = S3ErrorCode.BadAnswer };
}

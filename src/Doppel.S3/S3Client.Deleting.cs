using System.Runtime.CompilerServices;

namespace Doppel.S3;

/// <content>Batch deletion.</content>
public sealed partial class S3Client
{
    /// <summary>Deletes any number of objects, up to 1,000 per request.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="entries">The objects to delete. The sequence is read only as requests are sent.</param>
    /// <param name="cancellationToken">Cancels the operation between requests and while waiting for one.</param>
    /// <returns>
    /// The result for each entry, in the order of the entries. Nothing is deleted until this sequence is enumerated. If
    /// enumeration stops early, nothing past that point is deleted except the remaining entries of the current request.
    /// </returns>
    /// <remarks>
    /// Keys with control characters cannot appear in a batch request and are deleted individually. If the connection
    /// breaks during a request with conditions, its outcome is unknown and the call fails with
    /// <see cref="S3ErrorCode.Ambiguous"/>.
    /// </remarks>
    /// <exception cref="ArgumentException">A key is empty or contains an unpaired surrogate.</exception>
    /// <exception cref="S3Exception">The server rejected an entire request.</exception>
    public IAsyncEnumerable<S3DeleteResult> DeleteObjectsAsync(
        string bucket, IEnumerable<S3DeleteEntry> entries, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(entries);
        return DeleteObjectsAsync(bucket, Asynchronous(entries), cancellationToken);
    }

    /// <param name="bucket">The bucket.</param>
    /// <param name="keys">The keys of the objects to delete. The sequence is read only as requests are sent.</param>
    /// <param name="cancellationToken">Cancels the operation between requests and while waiting for one.</param>
    /// <inheritdoc cref="DeleteObjectsAsync(string, IEnumerable{S3DeleteEntry}, CancellationToken)"/>
    public IAsyncEnumerable<S3DeleteResult> DeleteObjectsAsync(
        string bucket, IEnumerable<string> keys, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(keys);
        return DeleteObjectsAsync(bucket, keys.Select(static key => new S3DeleteEntry(key)), cancellationToken);
    }

    /// <inheritdoc cref="DeleteObjectsAsync(string, IEnumerable{S3DeleteEntry}, CancellationToken)"/>
    public IAsyncEnumerable<S3DeleteResult> DeleteObjectsAsync(
        string bucket, IAsyncEnumerable<S3DeleteEntry> entries, CancellationToken cancellationToken = default)
    {
        CheckBucket(bucket);
        ArgumentNullException.ThrowIfNull(entries);
        return DeleteAllAsync(bucket, entries, cancellationToken);
    }

#pragma warning disable CS1998 // The iterator awaits nothing, but its interface is asynchronous.
    private static async IAsyncEnumerable<S3DeleteEntry> Asynchronous(IEnumerable<S3DeleteEntry> entries)
#pragma warning restore CS1998
    {
        foreach (S3DeleteEntry entry in entries)
        {
            yield return entry;
        }
    }

    private async IAsyncEnumerable<S3DeleteResult> DeleteAllAsync(
        string bucket,
        IAsyncEnumerable<S3DeleteEntry> entries,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var batch = new DeleteBatch();
        await foreach (S3DeleteEntry entry in entries.WithCancellation(cancellationToken).ConfigureAwait(false))
        {
            if (batch.TryAdd(entry))
            {
                continue;
            }

            await DeleteBatchAsync(bucket, batch, cancellationToken).ConfigureAwait(false);
            for (int i = 0; i < batch.Count; i++)
            {
                yield return batch.ResultAt(i);
            }

            batch.Clear();
            batch.TryAdd(entry);
        }

        await DeleteBatchAsync(bucket, batch, cancellationToken).ConfigureAwait(false);
        for (int i = 0; i < batch.Count; i++)
        {
            yield return batch.ResultAt(i);
        }
    }

    private async ValueTask DeleteBatchAsync(string bucket, DeleteBatch batch, CancellationToken cancellationToken)
    {
        if (batch.HasBody)
        {
            await DeleteTogetherAsync(bucket, batch, cancellationToken).ConfigureAwait(false);
        }

        for (int i = 0; i < batch.Count; i++)
        {
            S3DeleteEntry entry = batch[i];
            if (!DeleteBatch.CanCarry(entry))
            {
                (string? code, string? message) =
                    await DeleteAloneAsync(bucket, entry, cancellationToken).ConfigureAwait(false);
                batch.SetResult(i, code, message);
            }
        }
    }

    private async ValueTask DeleteTogetherAsync(string bucket, DeleteBatch batch, CancellationToken cancellationToken)
    {
        S3Call call = _transport.Begin(HttpMethod.Post, bucket);
        call.AddQuery("delete");
        call.AddHeader("content-type", "application/xml");
        call.AddHeader("content-md5", batch.Finish());
        call.SetBody(batch.Body);
        call.Answer = AnswerKind.LongDocument;
        call.IsConditionalWrite = batch.IsConditional;
        using HttpResponseMessage answer = await _transport.SendAsync(call, cancellationToken).ConfigureAwait(false);
        try
        {
            batch.Read(call.Document.Written);
            _transport.End(call);
        }
        catch (S3XmlException failure)
        {
            throw BadDocument(bucket, failure.Message, failure);
        }
    }

    private async ValueTask<(string? Code, string? Message)> DeleteAloneAsync(
        string bucket, S3DeleteEntry entry, CancellationToken cancellationToken)
    {
        var conditions = new S3Conditions { IfMatch = entry.ETag.IsNone ? null : entry.ETag.ToString() };
        try
        {
            S3Status status = await DeleteAsync(bucket, entry.Key, entry.VersionId, conditions, cancellationToken)
                .ConfigureAwait(false);
            return status switch
            {
                S3Status.Ok => (null, null),
                S3Status.NotFound => (entry.ETag.IsNone ? null : "NoSuchKey", null),
                _ => (status.ToString(), null),
            };
        }
        catch (S3Exception failure) when (failure.StatusCode != default)
        {
            // An error about a single key becomes the result for that key, as in a batch.
            return (failure.Code, failure.Message);
        }
    }
}

namespace Doppel.S3;

/// <summary>One copy in parts, from its first byte to its end; what fails leaves nothing behind.</summary>
internal sealed class PartsCopy(S3Client client, CopySource source, string bucket, string key, S3CopyOptions options)
    : IDisposable
{
    // An abort has to happen though the caller has gone; not for ever, though.
    private static readonly TimeSpan s_abortTime = TimeSpan.FromSeconds(30);

    private readonly SemaphoreSlim _room = new(options.Parallelism, options.Parallelism);

    /// <inheritdoc/>
    public void Dispose() => _room.Dispose();

    /// <summary>Copies.</summary>
    /// <param name="length">Bytes of the source, 1 or more.</param>
    /// <param name="etag">What every part has to be of.</param>
    /// <param name="stored">What is stored with the copy.</param>
    /// <param name="cancellationToken">Ends it.</param>
    internal async ValueTask<S3PutResult> RunAsync(
        long length, string etag, S3PutOptions stored, CancellationToken cancellationToken)
    {
        string uploadId =
            await client.StartUploadAsync(bucket, key, stored, cancellationToken).ConfigureAwait(false);
        try
        {
            S3Part[] parts = await CopyAllAsync(uploadId, length, etag, cancellationToken).ConfigureAwait(false);
            S3PutResult copied = await client
                .CompleteUploadAsync(bucket, key, uploadId, parts, options.Conditions, cancellationToken)
                .ConfigureAwait(false);
            if (!copied.IsStored)
            {
                await AbortAsync(uploadId).ConfigureAwait(false);
            }

            return copied;
        }
        catch
        {
            await AbortAsync(uploadId).ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>How large parts are, in whole MiB where they have to grow.</summary>
    internal static long PartBytesFor(long length, long partBytes)
    {
        const long MiB = 1024 * 1024;
        long least = (length + S3UploadOptions.PartsMax - 1) / S3UploadOptions.PartsMax;
        return least <= partBytes ? partBytes : (least + MiB - 1) / MiB * MiB;
    }

    private async ValueTask<S3Part[]> CopyAllAsync(
        string uploadId, long length, string etag, CancellationToken cancellationToken)
    {
        long partBytes = PartBytesFor(length, options.PartBytes);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var copying = new List<Task<S3Part>>();
        for (long first = 0; first < length && !stop.IsCancellationRequested; first += partBytes)
        {
            try
            {
                await _room.WaitAsync(stop.Token).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                break;
            }

            long count = Math.Min(partBytes, length - first);
            copying.Add(CopyAsync(uploadId, copying.Count + 1, first, count, etag, stop));
        }

        // All have ended before parts are aborted: one that comes later would stay.
        await Task.WhenAll(copying).ContinueWith(
            static _ => { },
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();

        // Whoever fails cancels the others: what the caller has to hear of is the failure and not the cancellation.
        if (copying.Find(static task => task.IsFaulted) is { } failed)
        {
            await failed.ConfigureAwait(false);
        }

        return await Task.WhenAll(copying).ConfigureAwait(false);
    }

    private async Task<S3Part> CopyAsync(
        string uploadId, int number, long first, long count, string etag, CancellationTokenSource stop)
    {
        try
        {
            var isSame = new S3Conditions { IfMatch = etag };
            return await client
                .UploadPartCopyAsync(source, bucket, key, uploadId, number, first, count, isSame, stop.Token)
                .ConfigureAwait(false);
        }
        catch
        {
            await stop.CancelAsync().ConfigureAwait(false);
            throw;
        }
        finally
        {
            _room.Release();
        }
    }

    private async ValueTask AbortAsync(string uploadId)
    {
        using var patience = new CancellationTokenSource(s_abortTime);
        try
        {
            await client.AbortUploadAsync(bucket, key, uploadId, patience.Token).ConfigureAwait(false);
        }
        catch (Exception failure) when (failure is S3Exception or OperationCanceledException)
        {
            // The failure that led here is what the caller has to hear of.
        }
    }
}

using System.Runtime.ExceptionServices;

namespace Doppel.S3.Uploads;

/// <summary>One upload in parts, from its first byte to its end; what fails leaves nothing behind.</summary>
/// <remarks>
/// One loop takes parts from the source in order and hands each to a task, at most as many at once as the options
/// allow.
/// </remarks>
internal sealed class PartsUpload(
    S3Client client, string bucket, string key, UploadSource source, S3UploadOptions options, int bufferedBytesMax)
    : IDisposable
{
    // An abort has to happen though the caller has gone; not for ever, though.
    private static readonly TimeSpan s_abortTime = TimeSpan.FromSeconds(30);

    // Of sources without a known end parts double after so many, so that 10,000 reach further.
    private const int PartsOfOneSize = 1000;

    private readonly List<S3Part> _parts = [];
    private readonly SemaphoreSlim _room = new(options.Parallelism, options.Parallelism);
    private readonly Dictionary<int, S3Part> _stored = [];
    private long _storedBytes;

    /// <inheritdoc/>
    public void Dispose() => _room.Dispose();

    internal async ValueTask<S3PutResult> RunAsync(CancellationToken cancellationToken)
    {
        long partBytes = source.Length is { } length ? options.PartBytesFor(length) : options.PartBytes;
        if (source.Length is null && partBytes > bufferedBytesMax)
        {
            throw new ArgumentException(
                $"PartBytes is {partBytes}, and parts of a stream without length have at most {bufferedBytesMax} bytes "
                + "here; raise UploadBufferBytesMax or lower PartBytes.");
        }

        UploadPart first = await source.NextAsync(partBytes, cancellationToken).ConfigureAwait(false);
        bool isAll = options.UploadId is null
            && (source.Length is { } all ? first.Length == all : first.Length < partBytes);
        if (isAll)
        {
            return await PutAsync(first, cancellationToken).ConfigureAwait(false);
        }

        string uploadId = await StartAsync(first, cancellationToken).ConfigureAwait(false);
        try
        {
            await SendAllAsync(uploadId, first, partBytes, cancellationToken).ConfigureAwait(false);
            S3PutResult stored = await client
                .CompleteUploadAsync(bucket, key, uploadId, _parts, options.Conditions, cancellationToken)
                .ConfigureAwait(false);
            if (!stored.IsStored)
            {
                await AbortAsync(uploadId).ConfigureAwait(false);
            }

            return stored;
        }
        catch
        {
            await AbortAsync(uploadId).ConfigureAwait(false);
            throw;
        }
    }

    private async ValueTask<S3PutResult> PutAsync(UploadPart only, CancellationToken cancellationToken)
    {
        try
        {
            S3PutResult stored = await client
                .PutAsync(bucket, key, only.Body, options, cancellationToken).ConfigureAwait(false);
            options.Progress?.Report(only.Length);
            return stored;
        }
        finally
        {
            only.Release();
        }
    }

    private async ValueTask<string> StartAsync(UploadPart first, CancellationToken cancellationToken)
    {
        try
        {
            if (options.UploadId is null)
            {
                return await client.StartUploadAsync(bucket, key, options, cancellationToken).ConfigureAwait(false);
            }

            await foreach (S3Part part in client
                .ListPartsAsync(bucket, key, options.UploadId, cancellationToken).ConfigureAwait(false))
            {
                _stored[part.Number] = part;
            }

            return options.UploadId;
        }
        catch
        {
            first.Release();
            throw;
        }
    }

    private async ValueTask SendAllAsync(
        string uploadId, UploadPart part, long partBytes, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var sending = new List<Task<S3Part>>();
        try
        {
            for (int number = 1; part.Length > 0; number++)
            {
                if (number > S3UploadOptions.PartsMax)
                {
                    part.Release();
                    throw TooLong(partBytes);
                }

                try
                {
                    await _room.WaitAsync(stop.Token).ConfigureAwait(false);
                }
                catch
                {
                    part.Release();
                    throw;
                }

                Task<S3Part> sent = SendAsync(uploadId, number, part, stop);
                sending.Add(sent);
                if (!part.Body.CanRepeat)
                {
                    // It reads the source itself: the next part begins where it ends.
                    await sent.ConfigureAwait(false);
                }

                partBytes = NextPartBytes(number, partBytes);
                part = await source.NextAsync(partBytes, stop.Token).ConfigureAwait(false);
            }

            part.Release();
        }
        catch
        {
            await stop.CancelAsync().ConfigureAwait(false);
            await EndAsync(sending).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
            ThrowFirst(sending);
            throw;
        }

        await EndAsync(sending).ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
        ThrowFirst(sending);
        foreach (Task<S3Part> sent in sending)
        {
            _parts.Add(await sent.ConfigureAwait(false));
        }
    }

    // All have ended before parts are aborted: one that comes later would stay.
    private static async ValueTask EndAsync(List<Task<S3Part>> sending)
    {
        Task all = Task.WhenAll(sending);
        await all.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    // Whoever fails cancels the others: what the caller has to hear of is the failure and not the cancellation.
    private static void ThrowFirst(List<Task<S3Part>> ended)
    {
        if (ended.Find(static task => task.IsFaulted) is { } failed)
        {
            ExceptionDispatchInfo.Throw(failed.Exception!.InnerException!);
        }
    }

    private async Task<S3Part> SendAsync(
        string uploadId, int number, UploadPart part, CancellationTokenSource stop)
    {
        try
        {
            S3Part? known = await KnownAsync(number, part, stop.Token).ConfigureAwait(false);
            S3Part stored = known ?? await client
                .UploadPartAsync(bucket, key, uploadId, number, part.Body, stop.Token).ConfigureAwait(false);
            Tell(part.Length);
            return stored;
        }
        catch
        {
            await stop.CancelAsync().ConfigureAwait(false);
            throw;
        }
        finally
        {
            part.Release();
            _room.Release();
        }
    }

    private async ValueTask<S3Part?> KnownAsync(int number, UploadPart part, CancellationToken cancellationToken)
    {
        if (!_stored.TryGetValue(number, out S3Part known) || known.Bytes != part.Length)
        {
            return null;
        }

        string? etag = await part.Body.Md5ETagAsync(cancellationToken).ConfigureAwait(false);
        return etag == known.ETag ? known : null;
    }

    private void Tell(long bytes)
    {
        if (options.Progress is { } progress)
        {
            lock (_parts)
            {
                _storedBytes += bytes;
                progress.Report(_storedBytes);
            }
        }
    }

    private long NextPartBytes(int number, long partBytes) =>
        source.Length is null && number % PartsOfOneSize == 0 ? Math.Min(2 * partBytes, bufferedBytesMax) : partBytes;

    private S3Exception TooLong(long partBytes) =>
        new($"{bucket}/{key}: the stream is longer than {S3UploadOptions.PartsMax} parts of up to {partBytes} bytes. "
            + "Raise UploadBufferBytesMax, or give a stream that knows its length.")
        {
            Code = "EntityTooLarge",
        };

    private async ValueTask AbortAsync(string uploadId)
    {
        if (options.KeepsPartsOnFailure)
        {
            return;
        }

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

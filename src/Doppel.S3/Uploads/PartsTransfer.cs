using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Doppel.Pooling;

namespace Doppel.S3.Uploads;

/// <summary>An object on its way in parts, to its completion; what fails leaves nothing behind.</summary>
/// <remarks>
/// Lanes run side by side, and each moves one part after the other. The first that fails stops the others.
/// </remarks>
internal abstract class PartsTransfer(S3Client client, string bucket, string key)
{
    // An abort has to happen though the caller has gone; not for ever, though.
    private static readonly TimeSpan s_abortTime = TimeSpan.FromSeconds(30);

    private readonly List<S3Part> _parts = [];
    private Exception? _failure;

    protected S3Client Client => client;

    protected string Bucket => bucket;

    protected string Key => key;

    /// <summary>How large parts have to be for 10,000 to suffice, in whole MiB where they grow.</summary>
    /// <param name="length">Bytes of the object.</param>
    /// <param name="partBytes">How large they are meant to be.</param>
    /// <exception cref="ArgumentOutOfRangeException">It is larger than an object may be.</exception>
    internal static long PartBytesFor(long length, long partBytes)
    {
        if (length > S3UploadOptions.ObjectBytesMax)
        {
            throw new ArgumentOutOfRangeException(nameof(length), length, "An object has at most 5 TiB.");
        }

        const long MiB = 1024 * 1024;
        long least = (length + S3UploadOptions.PartsMax - 1) / S3UploadOptions.PartsMax;
        return least <= partBytes ? partBytes : (least + MiB - 1) / MiB * MiB;
    }

    /// <summary>Moves the next part. Several lanes call it at once.</summary>
    /// <returns>False if there was none left.</returns>
    protected abstract ValueTask<bool> MoveAsync(string uploadId, CancellationToken cancellationToken);

    /// <summary>Takes a part that is on the server.</summary>
    protected void Add(in S3Part part)
    {
        lock (_parts)
        {
            _parts.Add(part);
        }
    }

    /// <summary>Moves all parts and makes the object of them.</summary>
    /// <param name="uploadId">The upload, which has been begun.</param>
    /// <param name="lanes">Parts at once.</param>
    /// <param name="conditions">Of the completion.</param>
    /// <param name="keepsParts">Whether what is there stays when it fails.</param>
    /// <param name="cancellationToken">Ends it.</param>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    protected async ValueTask<S3PutResult> FinishAsync(
        string uploadId, int lanes, S3Conditions conditions, bool keepsParts, CancellationToken cancellationToken)
    {
        bool isStored = false;
        try
        {
            await MoveAllAsync(uploadId, lanes, cancellationToken).ConfigureAwait(false);
            _parts.Sort(static (one, other) => one.Number.CompareTo(other.Number));
            S3PutResult stored = await client
                .CompleteUploadAsync(bucket, key, uploadId, _parts, conditions, cancellationToken)
                .ConfigureAwait(false);
            isStored = stored.IsStored;
            return stored;
        }
        finally
        {
            if (!isStored && !keepsParts)
            {
                await AbortAsync(uploadId).ConfigureAwait(false);
            }
        }
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder))]
    private async ValueTask MoveAllAsync(string uploadId, int lanes, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var running = new Task[lanes];
        for (int lane = 0; lane < lanes; lane++)
        {
            running[lane] = RunLaneAsync(uploadId, stop);
        }

        // All have ended before parts are aborted: one that comes later would stay.
        await Task.WhenAll(running).ConfigureAwait(false);
        if (_failure is not null)
        {
            cancellationToken.ThrowIfCancellationRequested();
            ExceptionDispatchInfo.Throw(_failure);
        }
    }

    private async Task RunLaneAsync(string uploadId, CancellationTokenSource stop)
    {
        try
        {
            while (await MoveAsync(uploadId, stop.Token).ConfigureAwait(false))
            {
            }
        }
        catch (Exception failure)
        {
            // What the caller has to hear of is the first failure and not that the others were stopped.
            Interlocked.CompareExchange(ref _failure, failure, null);
            await stop.CancelAsync().ConfigureAwait(false);
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

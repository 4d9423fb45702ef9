using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// Transfers an object in parts and completes the upload. A failure leaves nothing behind on the server.
/// </summary>
/// <remarks>
/// Several workers run in parallel, and each transfers one part at a time. The first failure stops the others.
/// </remarks>
internal abstract class PartsTransfer(S3Client client, string bucket, string key)
{
    // An upload must be aborted even if its caller has canceled, but the attempt must not take forever.
    private static readonly TimeSpan s_abortTime = TimeSpan.FromSeconds(30);

    private readonly List<S3Part> _parts = [];
    private Exception? _failure;

    protected S3Client Client => client;

    protected string Bucket => bucket;

    protected string Key => key;

    /// <summary>
    /// Returns the part size that lets 10,000 parts suffice. A size that has to be increased is rounded to whole MiB.
    /// </summary>
    /// <param name="length">The size of the object in bytes.</param>
    /// <param name="partBytes">The requested part size in bytes.</param>
    /// <exception cref="ArgumentOutOfRangeException">The object exceeds the maximum object size.</exception>
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

    /// <summary>Transfers the next part. Workers call this concurrently.</summary>
    /// <returns>False if no part was left.</returns>
    protected abstract ValueTask<bool> MoveAsync(string uploadId, CancellationToken cancellationToken);

    /// <summary>Makes sure that all parts are of the same state of their source.</summary>
    /// <exception cref="S3Exception">The source has changed.</exception>
    protected virtual void CheckSource()
    {
    }

    /// <summary>Records a part that is on the server.</summary>
    protected void Add(in S3Part part)
    {
        lock (_parts)
        {
            _parts.Add(part);
        }
    }

    /// <summary>Transfers all parts and completes the upload.</summary>
    /// <param name="uploadId">The ID of the upload, which has been started.</param>
    /// <param name="lanes">The number of workers.</param>
    /// <param name="conditions">The conditions of the completion.</param>
    /// <param name="keepsParts">Whether the parts are kept on failure.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    protected async ValueTask<S3PutResult> FinishAsync(
        string uploadId, int lanes, S3Conditions conditions, bool keepsParts, CancellationToken cancellationToken)
    {
        bool isStored = false;
        try
        {
            await MoveAllAsync(uploadId, lanes, cancellationToken).ConfigureAwait(false);
            CheckSource();
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

        // Wait for all workers before the upload is aborted: a part that arrives later would stay on the server.
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
            // Report the first failure, not the cancellation of the other workers.
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
            // Report the failure that led here, not this one.
        }
    }
}

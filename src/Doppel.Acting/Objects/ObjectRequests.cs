using Doppel.S3;

namespace Doppel.Acting;

/// <summary>Sends requests in parallel, until one fails in a way that all others would.</summary>
internal sealed class ObjectRequests
{
    private const int RequestsAtOnce = 16;

    private volatile Failure? _failure;

    /// <summary>Gets whether nothing more is requested.</summary>
    internal bool AreStopped => _failure is not null;

    /// <summary>Waits for requests: acting and undoing go one step after the other.</summary>
    internal static T Wait<T>(ValueTask<T> work) => work.AsTask().GetAwaiter().GetResult();

    /// <inheritdoc cref="Wait{T}"/>
    internal static void Wait(Task work) => work.GetAwaiter().GetResult();

    /// <summary>Returns the outcome of a request that failed.</summary>
    internal static Step Failed(Exception failure) => new(ActStatus.Failed, failure.Message.TrimEnd('.'));

    /// <summary>Notes that nothing more is to be requested.</summary>
    internal void Stop(Exception failure) => _failure = new Failure(Failed(failure));

    /// <summary>Does something alone, and waits for it.</summary>
    /// <inheritdoc cref="GuardAsync"/>
    internal Step? Guard(Func<Step?> act) => Wait(GuardAsync(() => new ValueTask<Step?>(act())));

    /// <summary>Does something alone.</summary>
    /// <param name="act">What to do.</param>
    /// <returns>What it returns, or why its requests failed.</returns>
    internal async ValueTask<Step?> GuardAsync(Func<ValueTask<Step?>> act)
    {
        if (_failure is { } stopped)
        {
            return stopped.Step;
        }

        try
        {
            return await act().ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            return Step.Skip(ActResult.Interrupted);
        }
        catch (Exception failure) when (failure is S3Exception or S3CredentialsException or IOException)
        {
            return Note(failure);
        }
    }

    /// <summary>Does something for each of a number of objects.</summary>
    /// <param name="count">The number.</param>
    /// <param name="act">What to do.</param>
    /// <param name="skip">Receives why it was not done.</param>
    /// <param name="cancellation">Cancels what has not begun.</param>
    internal void Run(
        int count, Func<int, CancellationToken, ValueTask> act, Action<int, Step> skip,
        CancellationToken cancellation)
    {
        var options = new ParallelOptions { MaxDegreeOfParallelism = RequestsAtOnce };
        Parallel.ForEachAsync(Enumerable.Range(0, count), options, async (i, _) =>
        {
            if (_failure is not null || cancellation.IsCancellationRequested)
            {
                skip(i, _failure?.Step ?? Step.Skip(ActResult.Interrupted));
                return;
            }

            try
            {
                await act(i, cancellation).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
            {
                skip(i, Step.Skip(ActResult.Interrupted));
            }
            catch (Exception failure) when (failure is S3Exception or S3CredentialsException or IOException)
            {
                skip(i, Note(failure));
            }
        }).GetAwaiter().GetResult();
    }

    private Step Note(Exception failure)
    {
        if (failure is S3Exception { AffectsAllRequests: true } or S3CredentialsException)
        {
            Stop(failure);
        }

        return Failed(failure);
    }

    private sealed record Failure(Step Step);
}

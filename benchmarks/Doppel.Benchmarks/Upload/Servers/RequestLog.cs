namespace Doppel.Benchmarks.Upload.Servers;

/// <summary>How many requests began and ended, and who waits for that. Thread-safe.</summary>
internal sealed class RequestLog
{
    private readonly Lock _lock = new();
    private readonly List<(bool Ended, long Count, TaskCompletionSource Reached)> _waiting = [];
    private long _begun;
    private long _ended;

    /// <summary>A request has begun.</summary>
    public void Begin()
    {
        lock (_lock)
        {
            _begun++;
            Release();
        }
    }

    /// <summary>A request has ended.</summary>
    public void End()
    {
        lock (_lock)
        {
            _ended++;
            Release();
        }
    }

    /// <summary>Waits until so many requests have begun since the start.</summary>
    public Task BegunAsync(long count) => ReachAsync(ended: false, count);

    /// <summary>Waits until so many requests have ended since the start.</summary>
    public Task EndedAsync(long count) => ReachAsync(ended: true, count);

    private Task ReachAsync(bool ended, long count)
    {
        var reached = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        lock (_lock)
        {
            _waiting.Add((ended, count, reached));
            Release();
        }

        return reached.Task;
    }

    private void Release()
    {
        for (int i = _waiting.Count - 1; i >= 0; i--)
        {
            (bool ended, long count, TaskCompletionSource reached) = _waiting[i];
            if ((ended ? _ended : _begun) >= count)
            {
                reached.SetResult();
                _waiting.RemoveAt(i);
            }
        }
    }
}

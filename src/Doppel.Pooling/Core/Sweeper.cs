namespace Doppel.Pooling;

/// <summary>
/// Sweeps a pool once per interval while the pool holds anything, without keeping the pool alive.
/// </summary>
internal sealed class Sweeper(Pool pool, TimeProvider clock, TimeSpan interval) : IDisposable
{
    private readonly WeakReference<Pool> _pool = new(pool);
    private readonly Lock _gate = new();
    private readonly TimeSpan _tickMin = interval * 0.9;
    private ITimer? _timer;
    private long _lastSweep;
    private bool _isArmed;
    private bool _isDisposed;

    /// <summary>Starts the timer if it is not running. Called after an item was kept.</summary>
    internal void Arm()
    {
        // This is read after the budget was changed by an atomic operation: see the end of Run.
        if (Volatile.Read(ref _isArmed))
        {
            return;
        }

        lock (_gate)
        {
            if (_isArmed || _isDisposed)
            {
                return;
            }

            _lastSweep = clock.GetTimestamp();
            if (_timer is null)
            {
                // Suppress the flow so that the timer does not keep the first caller's execution context alive.
                using AsyncFlowControl _ = ExecutionContext.SuppressFlow();
                _timer = clock.CreateTimer(Tick, new WeakReference<Sweeper>(this), interval, interval);
            }
            else
            {
                _timer.Change(interval, interval);
            }

            Volatile.Write(ref _isArmed, true);
        }
    }

    /// <summary>
    /// Sweeps after a garbage collection if a sweep is due. A collection by itself is no reason to release items.
    /// </summary>
    /// <remarks>
    /// A full interval must have passed, which happens if the timer is late. Only when memory is low are items released
    /// early.
    /// </remarks>
    internal void LookAfterCollection(bool isShortOfMemory) => Run(interval, isShortOfMemory);

    public void Dispose()
    {
        lock (_gate)
        {
            _isDisposed = true;
            _timer?.Dispose();
        }
    }

    private static void Tick(object? state)
    {
        if (((WeakReference<Sweeper>)state!).TryGetTarget(out Sweeper? sweeper))
        {
            // A late timer ticks twice in a row. The second tick would make items appear older than they are.
            sweeper.Run(sweeper._tickMin, isShortOfMemory: false);
        }
    }

    private void Run(TimeSpan sinceLastMin, bool isShortOfMemory)
    {
        if (!_pool.TryGetTarget(out Pool? pool))
        {
            Dispose();
            return;
        }

        lock (_gate)
        {
            if (_isDisposed || !_isArmed || clock.GetElapsedTime(_lastSweep) < sinceLastMin)
            {
                return;
            }

            _lastSweep = clock.GetTimestamp();
        }

        if (pool.Sweep(isShortOfMemory))
        {
            return;
        }

        lock (_gate)
        {
            // Clear the flag, then check again. A thread that keeps an item reserves bytes first and then reads the
            // flag, so at least one side sees the other's change.
            Volatile.Write(ref _isArmed, false);
            Interlocked.MemoryBarrier();
            if (pool.HasAnything)
            {
                Volatile.Write(ref _isArmed, true);
            }
            else if (!_isDisposed)
            {
                _timer?.Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
            }
        }
    }
}

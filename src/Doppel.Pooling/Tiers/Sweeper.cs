namespace Doppel.Pooling.Tiers;

/// <summary>
/// Calls a pool's sweep once in each interval while the pool keeps anything, and never holds on to the pool.
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

    /// <summary>Starts the timer if it does not run. Called after something was kept.</summary>
    internal void Arm()
    {
        // Read after the budget was taken from, an atomic operation: see the end of Run.
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
                // The context of whoever came first is not kept alive by the timer.
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

    /// <summary>A collection is an occasion to look, never a reason to let go.</summary>
    /// <remarks>
    /// A full interval has to have passed, as it has when the timer is late. Only if memory is short things go earlier.
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
            // A timer that was late ticks twice in a row; the second tick would make an item older than it is.
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
            // First the flag, then a second look: who keeps something takes from the budget first and reads the flag
            // then, so one of the two sees the other.
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

namespace Doppel.Pooling;

/// <summary>
/// Tracks all live pools, for metrics and for checks after collections. Does not keep any pool alive.
/// </summary>
internal static class PoolRegistry
{
    private static readonly Lock s_gate = new();
    private static readonly List<WeakReference<Pool>> s_pools = [];
    private static bool s_hasBegun;

    internal static void Add(Pool pool)
    {
        if (!Interlocked.Exchange(ref s_hasBegun, true))
        {
            // Stay outside the lock: metrics listeners are notified immediately and may run arbitrary code.
            CollectionWatch.Begin();
            PoolMeter.Begin();
        }

        lock (s_gate)
        {
            s_pools.RemoveAll(static entry => !entry.TryGetTarget(out _));
            s_pools.Add(new WeakReference<Pool>(pool));
        }
    }

    internal static List<Pool> Alive()
    {
        var alive = new List<Pool>();
        lock (s_gate)
        {
            foreach (WeakReference<Pool> entry in s_pools)
            {
                if (entry.TryGetTarget(out Pool? pool))
                {
                    alive.Add(pool);
                }
            }
        }

        return alive;
    }
}

namespace Doppel.Pooling.Tiers;

/// <summary>Knows every pool that is alive, for metrics and for a look after collections. Holds none of them.</summary>
internal static class PoolRegistry
{
    private static readonly Lock s_gate = new();
    private static readonly List<WeakReference<PoolStore>> s_stores = [];
    private static bool s_hasBegun;

    internal static void Add(PoolStore store)
    {
        if (!Interlocked.Exchange(ref s_hasBegun, true))
        {
            // Outside the lock: listeners to metrics are told at once, and may do anything.
            CollectionWatch.Begin();
            PoolMeter.Begin();
        }

        lock (s_gate)
        {
            s_stores.RemoveAll(static entry => !entry.TryGetTarget(out _));
            s_stores.Add(new WeakReference<PoolStore>(store));
        }
    }

    internal static List<PoolStore> Alive()
    {
        var alive = new List<PoolStore>();
        lock (s_gate)
        {
            foreach (WeakReference<PoolStore> entry in s_stores)
            {
                if (entry.TryGetTarget(out PoolStore? store))
                {
                    alive.Add(store);
                }
            }
        }

        return alive;
    }
}

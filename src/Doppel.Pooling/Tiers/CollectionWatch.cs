namespace Doppel.Pooling.Tiers;

/// <summary>
/// Notices that a collection of the oldest generation ended: nobody refers to it, so its finalizer runs then.
/// </summary>
internal sealed class CollectionWatch
{
    private CollectionWatch()
    {
    }

    ~CollectionWatch()
    {
        if (Environment.HasShutdownStarted)
        {
            return;
        }

        // Registered again it gets as old as the oldest, so that only full collections reach it.
        GC.ReRegisterForFinalize(this);
        // Not here: the thread of finalizers must not wait for visits.
        ThreadPool.UnsafeQueueUserWorkItem(
            static _ =>
            {
                GCMemoryInfo memory = GC.GetGCMemoryInfo();
                bool isShort = memory.MemoryLoadBytes >= memory.HighMemoryLoadThresholdBytes;
                foreach (Pool pool in PoolRegistry.Alive())
                {
                    pool.LookAfterCollection(isShort);
                }
            },
            null);
    }

    internal static void Begin() => _ = new CollectionWatch();
}

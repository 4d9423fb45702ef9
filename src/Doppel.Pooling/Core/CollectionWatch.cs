namespace Doppel.Pooling;

/// <summary>
/// Detects the end of a collection of the oldest generation. Nothing references the object, so its finalizer runs then.
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

        // After re-registration the object ages into the oldest generation, so only full collections reach it.
        GC.ReRegisterForFinalize(this);
        // Use the thread pool: the finalizer thread must not wait for visits.
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

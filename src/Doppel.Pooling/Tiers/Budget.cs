namespace Doppel.Pooling;

/// <summary>The number of bytes that a pool may keep, shared by all its tiers. Thread-safe.</summary>
/// <param name="bytesMax">The limit in bytes. It is never exceeded.</param>
internal sealed class Budget(long bytesMax)
{
    private long _used;

    /// <summary>The number of bytes currently reserved.</summary>
    internal long Used => Volatile.Read(ref _used);

    /// <summary>Reserves bytes. Returns false if the total would exceed the limit.</summary>
    internal bool TryTake(long bytes)
    {
        long used = Volatile.Read(ref _used);
        while (true)
        {
            if (bytes > bytesMax - used)
            {
                return false;
            }

            long seen = Interlocked.CompareExchange(ref _used, used + bytes, used);
            if (seen == used)
            {
                return true;
            }

            used = seen;
        }
    }

    internal void GiveBack(long bytes)
    {
        if (bytes != 0)
        {
            Interlocked.Add(ref _used, -bytes);
        }
    }
}

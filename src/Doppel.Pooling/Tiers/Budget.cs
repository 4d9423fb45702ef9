namespace Doppel.Pooling.Tiers;

/// <summary>The bytes that a pool may keep, shared by all its tiers. Thread-safe.</summary>
/// <param name="bytesMax">Never passed.</param>
internal sealed class Budget(long bytesMax)
{
    private long _used;

    /// <summary>Bytes set aside for slots now.</summary>
    internal long Used => Volatile.Read(ref _used);

    /// <summary>Sets bytes aside, unless the whole would pass the bound.</summary>
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

namespace Doppel.Pooling;

/// <summary>
/// Allocates the range of slot numbers that each pool uses on every thread, and takes ranges back for reuse.
/// </summary>
internal static class SlotRanges
{
    /// <summary>The result when no range is available: the pool has no slots on any thread.</summary>
    internal const int None = int.MaxValue / 2;

    // 8,192 slots of 32 bytes on each thread that uses the last pool, or 256 KiB: enough for about 70 buffer pools or
    // 2,000 object pools.
    internal const int CountMax = 8192;

    private static readonly Lock s_gate = new();
    // The first slots stay unused as padding: they keep the arrays of two threads on separate cache lines.
    private static readonly List<(int First, int Count)> s_free = [(Shelf.Slots, CountMax)];

    /// <summary>The number of free slot numbers. For leak tests.</summary>
    internal static int Free
    {
        get
        {
            lock (s_gate)
            {
                return s_free.Sum(static range => range.Count);
            }
        }
    }

    internal static int Take(int count)
    {
        lock (s_gate)
        {
            for (int i = 0; i < s_free.Count; i++)
            {
                (int first, int length) = s_free[i];
                if (length >= count)
                {
                    s_free[i] = (first + count, length - count);
                    return first;
                }
            }

            return None;
        }
    }

    /// <summary>Takes back a range whose slots are empty on all threads.</summary>
    internal static void GiveBack(int first, int count)
    {
        if (first == None)
        {
            return;
        }

        lock (s_gate)
        {
            s_free.Add((first, count));
            s_free.Sort();
            for (int i = s_free.Count - 1; i > 0; i--)
            {
                (int before, int length) = s_free[i - 1];
                if (before + length == s_free[i].First)
                {
                    s_free[i - 1] = (before, length + s_free[i].Count);
                    s_free.RemoveAt(i);
                }
            }
        }
    }
}

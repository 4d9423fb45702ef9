namespace Doppel.Pooling.Tiers;

/// <summary>Gives each pool a range of numbers for its slots on every thread, and takes it back.</summary>
internal static class SlotRanges
{
    /// <summary>What a pool gets when all numbers are taken: no thread has slots there.</summary>
    internal const int None = int.MaxValue / 2;

    // 8,192 slots of 32 bytes on each thread that uses the last pool: 256 KiB, some 70 buffer pools or 2,000 object
    // pools.
    private const int CountMax = 8192;

    private static readonly Lock s_gate = new();
    // The first ones stay unused: they keep the arrays of two threads off each other's cache lines.
    private static readonly List<(int First, int Count)> s_free = [(Shelf.Slots, CountMax)];

    /// <summary>How many numbers are not taken; for tests of what is left behind.</summary>
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

    /// <summary>Takes a range back whose slots are empty on all threads.</summary>
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

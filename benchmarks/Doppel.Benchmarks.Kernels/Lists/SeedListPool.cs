using System.Collections.Concurrent;

namespace Doppel.Benchmarks.Kernels.Lists;

/// <summary>The talk's pool, after its slides: one list for each thread, then a bag with a counter beside it.</summary>
/// <remarks>
/// Its ways are kept, faults and all: a full bag closes the thread's own slot too, the bound may be passed by
/// racing threads, nothing is ever given back, and a large list stays as large.
/// </remarks>
internal sealed class SeedListPool<T>
{
    [ThreadStatic]
    private static List<T>?[]? s_slot;

    private readonly ConcurrentBag<List<T>> _bag = [];
    private int _countInBag;

    public static SeedListPool<T> Shared { get; } = new();

    public static int CountMax { get; } = Math.Max(32, 2 * Environment.ProcessorCount);

    private static List<T>?[] Slot => s_slot ??= new List<T>?[1];

    public List<T> Rent()
    {
        List<T>?[] slot = Slot;
        List<T>? list = slot[0];
        if (list is not null)
        {
            slot[0] = null;
            return list;
        }

        if (_countInBag > 0 && _bag.TryTake(out list))
        {
            Interlocked.Decrement(ref _countInBag);
            return list;
        }

        return [];
    }

    /// <summary>For measurements alone: empties the bag.</summary>
    public void Drain()
    {
        while (_bag.TryTake(out _))
        {
            Interlocked.Decrement(ref _countInBag);
        }
    }

    public SeedRentedList<T> RentWrapped() => new(Rent());

    public void Return(ref List<T>? rented)
    {
        List<T>? list = rented;
        rented = null;
        if (list is null || _countInBag >= CountMax)
        {
            return;
        }

        list.Clear();
        List<T>?[] slot = Slot;
        if (slot[0] is null)
        {
            slot[0] = list;
        }
        else if (_countInBag < CountMax)
        {
            _bag.Add(list);
            Interlocked.Increment(ref _countInBag);
        }
    }
}

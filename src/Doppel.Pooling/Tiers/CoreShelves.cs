using System.Runtime.InteropServices;

namespace Doppel.Pooling;

/// <summary>A pool's slots for one processor core, for threads whose own slots are full or empty.</summary>
/// <remarks>
/// Any thread may use any core's slots: a thread can move to another core at any time, so each access takes a lock. A
/// thread never waits for the lock; if it is held, the thread goes on to the next tier.
/// </remarks>
internal sealed class CoreShelves(int sizeClasses)
{
    // Padding at both ends keeps the arrays of two cores on separate cache lines.
    private const int PaddingSlots = 4;

    private readonly Slot[] _slots = new Slot[(sizeClasses * Shelf.Slots) + (2 * PaddingSlots)];
    private Gate _gate;

    /// <summary>All slots, for readers that tolerate concurrent changes.</summary>
    internal ReadOnlySpan<Slot> Slots => _slots.AsSpan(PaddingSlots, _slots.Length - (2 * PaddingSlots));

    internal object? Take(int sizeClass)
    {
        // Check without the lock first. An item missed here only costs a miss.
        if (IsEmpty(Of(sizeClass)) || !TryEnter())
        {
            return null;
        }

        object? item = Shelf.Take(Of(sizeClass));
        Exit();
        return item;
    }

    internal bool TryPut(int sizeClass, object item, long bytes, Budget budget)
    {
        if (IsFull(Of(sizeClass)) || !TryEnter())
        {
            return false;
        }

        bool isPut = Shelf.TryPut(Of(sizeClass), item, bytes, int.MaxValue, budget);
        Exit();
        return isPut;
    }

    /// <summary>Returns the bytes reserved for rented items to the budget.</summary>
    internal void Reclaim(Budget budget)
    {
        if (TryEnter())
        {
            Shelf.Reclaim(_slots.AsSpan(PaddingSlots, sizeClasses * Shelf.Slots), budget);
            Exit();
        }
    }

    internal void Trim(int unusedMin, List<object> removed, Budget budget)
    {
        var spin = default(SpinWait);
        while (!TryEnter())
        {
            spin.SpinOnce();
        }

        try
        {
            Shelf.Trim(_slots.AsSpan(PaddingSlots, sizeClasses * Shelf.Slots), unusedMin, removed, budget);
        }
        finally
        {
            Exit();
        }
    }

    private static bool IsEmpty(ReadOnlySpan<Slot> shelf)
    {
        foreach (ref readonly Slot slot in shelf)
        {
            if (Volatile.Read(in slot.Item) is not null)
            {
                return false;
            }
        }

        return true;
    }

    private static bool IsFull(ReadOnlySpan<Slot> shelf)
    {
        foreach (ref readonly Slot slot in shelf)
        {
            if (Volatile.Read(in slot.Item) is null)
            {
                return false;
            }
        }

        return true;
    }

    private Span<Slot> Of(int sizeClass) => _slots.AsSpan(PaddingSlots + (sizeClass * Shelf.Slots), Shelf.Slots);

    private bool TryEnter() =>
        Volatile.Read(ref _gate.Held) == 0 && Interlocked.CompareExchange(ref _gate.Held, 1, 0) == 0;

    private void Exit() => Volatile.Write(ref _gate.Held, 0);

    [StructLayout(LayoutKind.Explicit, Size = 256)]
    private struct Gate
    {
        [FieldOffset(128)]
        internal int Held;
    }
}

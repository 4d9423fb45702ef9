using System.Runtime.InteropServices;

namespace Doppel.Pooling.Tiers;

/// <summary>One processor core's slots of a pool, for threads whose own are full or empty.</summary>
/// <remarks>
/// The name says where it is used first, not who may: a thread may move to another core at any time, so each visit
/// takes a lock. It never waits for it: who finds it taken goes on to the next tier.
/// </remarks>
internal sealed class CoreShelves(int sizeClasses)
{
    // Some slots at both ends keep the arrays of two cores off each other's cache lines.
    private const int PaddingSlots = 4;

    private readonly Slot[] _slots = new Slot[(sizeClasses * Shelf.Slots) + (2 * PaddingSlots)];
    private Gate _gate;

    /// <summary>Every slot, for those that need no more than a glance.</summary>
    internal ReadOnlySpan<Slot> Slots => _slots.AsSpan(PaddingSlots, _slots.Length - (2 * PaddingSlots));

    internal object? Take(int sizeClass)
    {
        // Looking first spares the lock where nothing lies; a miss here is only a miss.
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

    /// <summary>Gives the bytes of slots whose items are out back to the budget.</summary>
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

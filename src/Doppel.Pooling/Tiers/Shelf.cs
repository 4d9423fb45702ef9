namespace Doppel.Pooling;

/// <summary>Operations on the adjacent slots of one size class. The caller must own the slots.</summary>
/// <remarks>
/// Items are taken from the first occupied slot and put into the first empty one. The last slots are therefore used
/// only while several items are rented at once, and go stale afterwards.
/// </remarks>
internal static class Shelf
{
    /// <summary>The number of slots per size class on a shelf.</summary>
    internal const int Slots = 4;

    /// <summary>Takes an item. Returns null if all slots are empty.</summary>
    internal static object? Take(Span<Slot> shelf)
    {
        foreach (ref Slot slot in shelf)
        {
            if (slot.Item is { } item)
            {
                slot.Item = null;
                return item;
            }
        }

        return null;
    }

    /// <summary>Puts an item into an empty slot that already has enough reserved bytes.</summary>
    /// <returns>False if there is no such slot, or if the item is already in one.</returns>
    internal static bool TryPutReserved(Span<Slot> shelf, object item, long bytes)
    {
        int free = -1;
        for (int i = shelf.Length - 1; i >= 0; i--)
        {
            if (ReferenceEquals(shelf[i].Item, item))
            {
                return false;
            }

            if (shelf[i].Item is null && bytes <= shelf[i].Room)
            {
                free = i;
            }
        }

        if (free < 0)
        {
            return false;
        }

        // The fast path checks only the first slot. If that is empty but has too few bytes, swap the reservations;
        // otherwise every later item would take the slow path too.
        if (shelf[0].Item is null)
        {
            (shelf[0].Room, shelf[free].Room) = (shelf[free].Room, shelf[0].Room);
            free = 0;
        }

        shelf[free].Item = item;
        shelf[free].Put++;
        return true;
    }

    /// <summary>Puts an item into an empty slot after reserving any missing bytes in the budget.</summary>
    /// <param name="shelf">The slots.</param>
    /// <param name="item">The item.</param>
    /// <param name="bytes">The number of bytes that the item keeps alive.</param>
    /// <param name="bytesFurther">The maximum size in bytes of an item in any slot but the first.</param>
    /// <param name="budget">The budget to reserve bytes in.</param>
    internal static bool TryPut(Span<Slot> shelf, object item, long bytes, long bytesFurther, Budget budget)
    {
        for (int i = 0; i < shelf.Length; i++)
        {
            ref Slot slot = ref shelf[i];
            if (slot.Item is not null || (i > 0 && bytes > bytesFurther))
            {
                continue;
            }

            if (bytes > slot.Room)
            {
                if (!budget.TryTake(bytes - slot.Room))
                {
                    return false;
                }

                slot.Room = bytes;
            }

            slot.Item = item;
            slot.Put++;
            return true;
        }

        return false;
    }

    /// <summary>Returns whether the item is already in a slot, which means that it is being returned twice.</summary>
    internal static bool Holds(ReadOnlySpan<Slot> shelf, object item)
    {
        foreach (ref readonly Slot slot in shelf)
        {
            if (ReferenceEquals(slot.Item, item))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Returns the bytes reserved for rented items to the budget.</summary>
    internal static void Reclaim(Span<Slot> slots, Budget budget)
    {
        long freed = 0;
        foreach (ref Slot slot in slots)
        {
            if (slot.Item is null)
            {
                freed += slot.Room;
                slot.Room = 0;
            }
        }

        budget.GiveBack(freed);
    }

    /// <summary>
    /// Empties slots that were unused for a number of consecutive sweeps, and returns their bytes to the budget.
    /// </summary>
    /// <param name="slots">The slots of any number of shelves.</param>
    /// <param name="unusedMin">The minimum number of sweeps, including this one. 0 empties all slots.</param>
    /// <param name="removed">Receives the removed items.</param>
    /// <param name="budget">The budget that the bytes are returned to.</param>
    internal static void Trim(Span<Slot> slots, int unusedMin, List<object> removed, Budget budget)
    {
        long freed = 0;
        foreach (ref Slot slot in slots)
        {
            if (slot.Room == 0)
            {
                continue;
            }

            slot.Unused = (int)slot.Put == slot.PutSeen ? slot.Unused + 1 : 0;
            slot.PutSeen = (int)slot.Put;
            if (slot.Unused < unusedMin)
            {
                continue;
            }

            if (slot.Item is { } item)
            {
                removed.Add(item);
                slot.Item = null;
            }

            freed += slot.Room;
            slot.Room = 0;
            slot.Unused = 0;
        }

        budget.GiveBack(freed);
    }
}

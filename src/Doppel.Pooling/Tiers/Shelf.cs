namespace Doppel.Pooling.Tiers;

/// <summary>What can be done with the few neighbouring slots of one size class, by whoever holds them.</summary>
/// <remarks>
/// The first slot with an item is taken and the first free one filled. So the last slots are used only when several
/// items are out at once, and grow old when that stops.
/// </remarks>
internal static class Shelf
{
    /// <summary>Slots of one size class on one shelf.</summary>
    internal const int Slots = 4;

    /// <summary>Takes an item, or nothing.</summary>
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

    /// <summary>Puts an item into a free slot whose bytes are set aside already.</summary>
    /// <returns>False if there is none, or if the item lies here already.</returns>
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

        // The short way looks at the first slot only. If that is free and lacks room, the two change it: else every
        // later item would go the long way too.
        if (shelf[0].Item is null)
        {
            (shelf[0].Room, shelf[free].Room) = (shelf[free].Room, shelf[0].Room);
            free = 0;
        }

        shelf[free].Item = item;
        shelf[free].Put++;
        return true;
    }

    /// <summary>Puts an item into a free slot, after the budget has granted what the slot lacks.</summary>
    /// <param name="shelf">The slots.</param>
    /// <param name="item">The item.</param>
    /// <param name="bytes">What it keeps alive.</param>
    /// <param name="bytesFurther">The largest item for any slot but the first.</param>
    /// <param name="budget">Grants bytes.</param>
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

    /// <summary>Whether the item lies here already: then it is being returned a second time.</summary>
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

    /// <summary>Gives the bytes of slots whose items are out back to the budget.</summary>
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
    /// Empties slots that so many sweeps in a row found unused, and gives their bytes back to the budget.
    /// </summary>
    /// <param name="slots">The slots of any number of shelves.</param>
    /// <param name="unusedMin">Sweeps, this one included; 0 empties all.</param>
    /// <param name="removed">Takes what was removed.</param>
    /// <param name="budget">What the bytes go back to.</param>
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

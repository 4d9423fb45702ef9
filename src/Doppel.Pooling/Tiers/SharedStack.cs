using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>
/// The last tier: the idle items of one size class, shared by all threads, in last-in, first-out order.
/// </summary>
/// <remarks>
/// This is a stack because in a queue every item would be used in turn and none would ever become idle. The bottom
/// items have been idle the longest, so a sweep removes from the bottom. Callers reserve an item's bytes before they
/// put it and release them after they take it. Several items therefore cost one lock here and one budget update.
/// </remarks>
internal sealed class SharedStack
{
    /// <summary>The maximum number of items, regardless of their size.</summary>
    internal const int CountMax = 4096;

    private readonly Lock _gate = new();
    private Entry[] _entries = [];
    private int _count;
    private long _put;

    /// <summary>Takes several items, most recently stored first.</summary>
    /// <param name="taken">Receives the entries.</param>
    /// <param name="bytesFurther">The maximum size in bytes of every item after the first.</param>
    /// <returns>The number of entries taken.</returns>
    internal int Take(Span<Entry> taken, long bytesFurther)
    {
        if (Volatile.Read(ref _count) == 0)
        {
            return 0;
        }

        lock (_gate)
        {
            int count = 0;
            while (count < taken.Length && _count > 0 && (count == 0 || _entries[_count - 1].Bytes <= bytesFurther))
            {
                taken[count++] = _entries[--_count];
                _entries[_count] = default;
            }

            return count;
        }
    }

    /// <summary>Stores several items. Returns false, and stores none, if they would exceed the maximum count.</summary>
    internal bool TryPut(ReadOnlySpan<Entry> entries)
    {
        lock (_gate)
        {
            if (_count + entries.Length > CountMax)
            {
                return false;
            }

            if (_count + entries.Length > _entries.Length)
            {
                Array.Resize(ref _entries, Math.Max(16, 2 * _entries.Length));
            }

            entries.CopyTo(_entries.AsSpan(_count));
            _count += entries.Length;
            _put += entries.Length;
            return true;
        }
    }

    internal void Trim(long lastSweep, List<object> removed, Budget budget)
    {
        lock (_gate)
        {
            int stale = 0;
            long freed = 0;
            while (stale < _count && _entries[stale].Sweep <= lastSweep)
            {
                removed.Add(_entries[stale].Item);
                freed += _entries[stale].Bytes;
                stale++;
            }

            if (stale == _count)
            {
                _entries = [];
            }
            else if (stale != 0)
            {
                _entries.AsSpan(stale, _count - stale).CopyTo(_entries);
                _entries.AsSpan(_count - stale, stale).Clear();
            }

            _count -= stale;
            budget.GiveBack(freed);
        }
    }

    internal void AddTo(ref PoolCounts counts)
    {
        lock (_gate)
        {
            counts.Kept += _put;
            counts.ItemsHeld += _count;
            foreach (ref readonly Entry entry in _entries.AsSpan(0, _count))
            {
                counts.BytesHeld += entry.Bytes;
            }
        }
    }
}

/// <summary>An idle item that is not in a slot.</summary>
/// <param name="Item">The item.</param>
/// <param name="Bytes">The number of bytes reserved for it in the budget.</param>
/// <param name="Sweep">The pool's sweep count when the item was stored.</param>
internal readonly record struct Entry(object Item, long Bytes, long Sweep);

/// <summary>The entries that a thread hands on or takes over at once. Allocated on the stack.</summary>
[InlineArray(Shelf.Slots)]
internal struct EntryBatch
{
    private Entry _first;
}

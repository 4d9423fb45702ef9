namespace Doppel.Pooling.Tiers;

/// <summary>
/// The last tier: idle items of one size class for all threads, the last one put being the first taken.
/// </summary>
/// <remarks>
/// A stack, since in a queue every item would take its turn and none ever be idle. What lies lowest has lain longest,
/// so a sweep removes from below. Who puts has taken an item's bytes from the budget before, and who takes gives
/// them back after: several items cost one entry here and one step of the budget.
/// </remarks>
internal sealed class SharedStack
{
    /// <summary>Items kept at most, whatever their size.</summary>
    internal const int CountMax = 4096;

    private readonly Lock _gate = new();
    private Entry[] _entries = [];
    private int _count;
    private long _put;

    /// <summary>Takes some items, the one put last first.</summary>
    /// <param name="taken">Where they go.</param>
    /// <param name="bytesFurther">The largest item that is taken beside the first.</param>
    /// <returns>How many there were.</returns>
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

    /// <summary>Puts some items. False, and none is put, if they are too many.</summary>
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

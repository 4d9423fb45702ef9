using Doppel.Pooling.Tiers;

namespace Doppel.Pooling;

/// <content>What leaves the pool: what lay idle, what is cleared, and everything at its end.</content>
public abstract partial class Pool
{
    /// <summary>Lets go of every idle item, also in the places of other threads.</summary>
    public void Clear() => Trim(unusedMin: 0);

    /// <summary>Removes what lay unused for the idle time. Called once in each interval.</summary>
    /// <param name="isShortOfMemory">Then what lay unused for one interval goes too.</param>
    /// <returns>Whether anything may be left to look after.</returns>
    internal bool Sweep(bool isShortOfMemory)
    {
        Interlocked.Increment(ref _sweep);
        Trim(isShortOfMemory ? 1 : SweepsPerIdleTime);
        return _budget.Used != 0;
    }

    /// <summary>
    /// Looks after idle items earlier than planned, since a collection of the oldest generation ended.
    /// </summary>
    internal void LookAfterCollection(bool isShortOfMemory) => _sweeper?.LookAfterCollection(isShortOfMemory);

    /// <summary>Lets go of every idle item for good. What is out may still be returned and is ended then.</summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Lets go of every idle item.</summary>
    /// <param name="disposing">
    /// False for a pool that nobody holds any more. Then items are only forgotten: what needs an end of its own has a
    /// finalizer.
    /// </param>
    protected virtual void Dispose(bool disposing)
    {
        var removed = new List<object>();
        Close(removed);
        if (disposing)
        {
            Destroy(removed);
        }
    }

    private void Trim(int unusedMin)
    {
        var removed = new List<object>();
        RemoveFromThreads(_firstSlot, unusedMin, isClosing: false, removed);
        RemoveFromOthers(unusedMin, removed);
        Destroy(removed);
    }

    private void Close(List<object> removed)
    {
        if (_budget is null)
        {
            // The options were refused, so nothing was ever made; but there is a finalizer.
            return;
        }

        int first = Interlocked.Exchange(ref _firstSlot, SlotRanges.None);
        Volatile.Write(ref _isDisposed, true);
        _sweeper?.Dispose();
        RemoveFromThreads(first, unusedMin: 0, isClosing: true, removed);
        RemoveFromOthers(unusedMin: 0, removed);
        // The visit was a barrier for all threads: each sees by now that the pool has no slots there any more.
        SlotRanges.GiveBack(first, _sizeClasses * Shelf.Slots);
    }

    private void RemoveFromThreads(int firstSlot, int unusedMin, bool isClosing, List<object> removed)
    {
        if (firstSlot == SlotRanges.None)
        {
            return;
        }

        var visit = (Pool: this, First: firstSlot, UnusedMin: unusedMin, IsClosing: isClosing, Removed: removed);
        ThreadVisit.Exclusively(
            firstSlot,
            _sizeClasses * Shelf.Slots,
            ref visit,
            static (slots, isOwnerDead, ref visit) =>
            {
                // Closed since the number was read: the slots may be another pool's by now.
                if (visit.IsClosing || visit.Pool._firstSlot == visit.First)
                {
                    visit.Pool.Visit(slots, isOwnerDead || visit.IsClosing, visit.UnusedMin, visit.Removed);
                }
            });
    }

    private void RemoveFromOthers(int unusedMin, List<object> removed)
    {
        foreach (CoreShelves? core in _cores)
        {
            core?.Trim(unusedMin, removed, _budget);
        }

        // What is put carries the number of the sweep before it.
        long lastSweep = unusedMin == 0 ? long.MaxValue : _sweep - unusedMin - 1;
        foreach (SharedStack? stack in _shared)
        {
            stack?.Trim(lastSweep, removed, _budget);
        }
    }

    private void Visit(Span<Slot> slots, bool isLastVisit, int unusedMin, List<object> removed)
    {
        Shelf.Trim(slots, isLastVisit ? 0 : unusedMin, removed, _budget);
        FoldCounts(slots);
    }

    // The counts of a slot without bytes must not be lost with its thread, which may end and be forgotten before the
    // next visit.
    private void FoldCounts(Span<Slot> slots)
    {
        foreach (ref Slot slot in slots)
        {
            if (slot.Room == 0)
            {
                _keptOfLeft += slot.Put;
                slot = default;
            }
        }
    }

    private void Destroy(List<object> removed)
    {
        Interlocked.Add(ref _trims, removed.Count);
        foreach (object item in removed)
        {
            Destroy(item);
        }
    }
}

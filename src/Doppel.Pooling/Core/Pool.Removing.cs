namespace Doppel.Pooling;

/// <content>Removal of items: after the idle time, on Clear and on Dispose.</content>
public abstract partial class Pool
{
    /// <summary>Releases every idle item, including those in the slots of other threads.</summary>
    public void Clear() => Trim(unusedMin: 0);

    /// <summary>Removes items that were unused for the idle time. Called once per interval.</summary>
    /// <param name="isShortOfMemory">If true, also removes items that were unused for one interval.</param>
    /// <returns>Whether the pool may still hold items to check later.</returns>
    internal bool Sweep(bool isShortOfMemory)
    {
        Interlocked.Increment(ref _sweep);
        Trim(isShortOfMemory ? 1 : SweepsPerIdleTime);
        return _budget.Used != 0;
    }

    /// <summary>Checks idle items ahead of schedule, because a collection of the oldest generation ended.</summary>
    internal void LookAfterCollection(bool isShortOfMemory) => _sweeper?.LookAfterCollection(isShortOfMemory);

    /// <summary>
    /// Releases every idle item and closes the pool. Rented items may still be returned, and are then destroyed.
    /// </summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Releases every idle item.</summary>
    /// <param name="disposing">
    /// False if the pool is being finalized. Items are then only forgotten; those that own resources have their own
    /// finalizers.
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
            // The constructor rejected the options and created nothing, but the finalizer still runs.
            return;
        }

        int first = Interlocked.Exchange(ref _firstSlot, SlotRanges.None);
        Volatile.Write(ref _isDisposed, true);
        _sweeper?.Dispose();
        RemoveFromThreads(first, unusedMin: 0, isClosing: true, removed);
        RemoveFromOthers(unusedMin: 0, removed);
        // The visit was a barrier for all threads: every thread now sees that the pool has no slots.
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
                // If the pool was closed after its number was read, the slots may belong to another pool.
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

        // Each entry carries the number of the sweep that preceded it.
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

    // Keep the counts of slots without reserved bytes: their thread may end and be forgotten before the next visit.
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

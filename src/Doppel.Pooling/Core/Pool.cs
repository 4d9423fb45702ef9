using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>The common base of all pools: limits, counters and three tiers of idle items.</summary>
/// <remarks>
/// The tiers are slots per thread, slots per core, and a shared stack. At this level an item is an object with a size
/// class and a size in bytes; derived pools define what it is. Thread-safe, including <see cref="Clear"/> and <see
/// cref="Dispose()"/> while the pool is in use.
/// </remarks>
public abstract partial class Pool : IDisposable
{
    // The idle time is divided into this many intervals. An item is removed by the sweep that ends this many intervals
    // without use, so it was idle for at least the idle time and at most a fifth longer.
    private const int SweepsPerIdleTime = 5;

    // Bytes that a thread reserves are unavailable to other threads while the item is rented. The first slot of a size
    // class therefore takes at most 1/64 of one processor's share of the budget (512 KiB by default), and the other
    // slots only small items. The first slot takes larger items while less than half of the budget is used; after that
    // they go to the cores. Of 32 threads on two cores, most are idle with an array rented, so a slot for each is 30
    // too many.
    private const int ThreadShare = 64;
    private const int ThreadShareFurther = 1024;

    // Allocating a smaller item costs less than searching for bytes that other threads have reserved.
    private const int ReclaimBytesMin = 64 * 1024;
    private const long ReclaimIntervalMs = 10;

    private readonly int _sizeClasses;
    private readonly long _itemBytesMax;
    private readonly long _threadBytesMax;
    private readonly long _threadBytesFurther;
    private readonly CoreShelves?[] _cores;
    private readonly SharedStack?[] _shared;
    private readonly Budget _budget;
    private readonly Sweeper? _sweeper;

    private int _firstSlot;
    private long _sweep;
    private bool _isDisposed;
    private long _misses;
    private long _drops;
    private long _trims;
    private long _keptOfLeft;
    private long _moves;
    private long _lastReclaimMs;

    /// <summary>Creates an empty pool.</summary>
    /// <param name="options">Validated options.</param>
    /// <param name="sizeClasses">The number of size classes, 1 or greater.</param>
    private protected Pool(PoolOptions options, int sizeClasses)
    {
        Options = options;
        _sizeClasses = sizeClasses;
        _itemBytesMax = options.ItemBytesMax;
        long bytesOfProcessor = options.BytesMax / Environment.ProcessorCount;
        _threadBytesMax = Math.Min(_itemBytesMax, bytesOfProcessor / ThreadShare);
        _threadBytesFurther = Math.Min(_itemBytesMax, bytesOfProcessor / ThreadShareFurther);
        _cores = new CoreShelves?[Math.Min(64, Environment.ProcessorCount)];
        _shared = new SharedStack?[sizeClasses];
        _sweeper = options.IdleTime == Timeout.InfiniteTimeSpan
            ? null
            : new Sweeper(this, options.Clock, options.IdleTime / SweepsPerIdleTime);
        _budget = new Budget(options.BytesMax);
        Ledger = options.Checks == PoolChecks.None ? null : new RentLedger(options);
        // With checks enabled, no item may bypass them on the fast path.
        _firstSlot = Ledger is null && options.KeepsByThread
            ? SlotRanges.Take(sizeClasses * Shelf.Slots)
            : SlotRanges.None;
        PoolRegistry.Add(this);
    }

    /// <summary>Releases the slots of an unreachable pool on all threads.</summary>
    ~Pool() => Dispose(disposing: false);

    internal PoolOptions Options { get; }

    /// <summary>Whether the pool holds any items or has reserved bytes for them.</summary>
    internal bool HasAnything => _budget.Used != 0;

    /// <summary>The record of rented items, or null if checks are disabled.</summary>
    internal RentLedger? Ledger { get; }

    /// <summary>
    /// Takes the item from the thread's first slot. Returns null if the slot is empty; then look in the other tiers.
    /// </summary>
    /// <param name="local">
    /// The thread's slots. The caller gets them before anything else: finding them is a call, and live values would
    /// have to be spilled across it.
    /// </param>
    /// <param name="sizeClass">The size class.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected object? TakeOwn(ThreadSlots? local, int sizeClass)
    {
        object? item = null;
        if (local is not null)
        {
            Slot[] slots = local.Enter();
            // Read this after Enter: a pool that is disposed concurrently no longer has a number (see Close).
            int number = _firstSlot + (sizeClass * Shelf.Slots);
            if ((uint)number < (uint)slots.Length)
            {
                item = slots[number].Item;
                slots[number].Item = null;
            }

            local.Exit();
        }

        return item;
    }

    /// <summary>Puts an item into the thread's first slot if it is empty and has enough reserved bytes.</summary>
    /// <param name="local">The thread's slots.</param>
    /// <param name="sizeClass">The size class.</param>
    /// <param name="item">The item.</param>
    /// <param name="bytes">The size of the item in bytes, 1 or greater.</param>
    /// <param name="isExact">
    /// Whether all items of the class have the same size. An item of another size is then rejected.
    /// </param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected bool TryPutOwn(ThreadSlots? local, int sizeClass, object item, long bytes, bool isExact)
    {
        if (local is null)
        {
            return false;
        }

        Slot[] slots = local.Enter();
        int number = _firstSlot + (sizeClass * Shelf.Slots);
        if ((uint)number >= (uint)slots.Length
            || slots[number].Item is not null
            || (isExact ? bytes != slots[number].Room : bytes > slots[number].Room))
        {
            local.Exit();
            return false;
        }

        // Count first: after the item is stored, only the slots have to stay in a register.
        slots[number].Put++;
        slots[number].Item = item;
        local.Exit();
        return true;
    }

    /// <summary>
    /// Takes an idle item from the other tiers. Returns null, and counts a miss, if there is none.
    /// </summary>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected object? TakeElsewhere(int sizeClass)
    {
        if (TakeFurther(sizeClass) is { } own)
        {
            return own;
        }

        if (_isDisposed)
        {
            Throw.PoolDisposed(Options.Name);
        }

        if (_budget.Used != 0 && TakeShared(sizeClass) is { } shared)
        {
            return shared;
        }

        Interlocked.Increment(ref _misses);
        return null;
    }

    /// <summary>Returns the counters of the pool since its creation, and its current holdings.</summary>
    /// <returns>The statistics.</returns>
    public PoolStatistics GetStatistics()
    {
        // Read this first: an item trimmed in the meantime may then briefly count as a hit, but the number of hits
        // never becomes negative.
        long trims = Volatile.Read(ref _trims);
        var sums = (Pool: this, First: _firstSlot, Counts: default(PoolCounts));
        ThreadVisit.Glance(sums.First, _sizeClasses * Shelf.Slots, ref sums, static (slots, _, ref sums) =>
        {
            // If the pool was closed after its number was read, the slots may belong to another pool.
            if (sums.Pool._firstSlot == sums.First)
            {
                sums.Counts.Add(slots);
            }
        });
        PoolCounts counts = sums.Counts;
        foreach (CoreShelves? core in _cores)
        {
            counts.Add(core is null ? default : core.Slots);
        }

        foreach (SharedStack? stack in _shared)
        {
            stack?.AddTo(ref counts);
        }

        // Items that moved between tiers were counted in both.
        long kept = counts.Kept + Volatile.Read(ref _keptOfLeft) - Volatile.Read(ref _moves);
        long drops = Volatile.Read(ref _drops);
        return new PoolStatistics
        {
            // An item that was kept but is neither held nor trimmed was rented. The fast path thus needs one counter,
            // not two.
            Hits = Math.Max(0, kept - counts.ItemsHeld - trims),
            Misses = Volatile.Read(ref _misses),
            Returned = kept + drops,
            Drops = drops,
            Trims = trims,
            ItemsHeld = counts.ItemsHeld,
            BytesHeld = counts.BytesHeld,
            BytesReserved = _budget.Used,
            BytesMax = Options.BytesMax,
        };
    }

    /// <summary>Returns the item of a lease. The item is known to be rented.</summary>
    /// <param name="local">The thread's slots.</param>
    /// <param name="item">The item.</param>
    internal abstract void TakeBack(ThreadSlots? local, object item);

    /// <summary>Destroys an item that leaves the pool. The default leaves it to the garbage collector.</summary>
    private protected virtual void Destroy(object item)
    {
    }

    /// <summary>
    /// Keeps an item for reuse if there is room; otherwise destroys it. Items of 0 bytes or less are always destroyed.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private protected void PutElsewhere(int sizeClass, object item, long bytes)
    {
        if (_isDisposed || bytes > _itemBytesMax || bytes <= 0)
        {
            Drop(item);
            return;
        }

        if (TryPutFurther(sizeClass, item, bytes))
        {
            return;
        }

        if (!TryPutLocal(sizeClass, item, bytes) && !TryPutShared(sizeClass, item, bytes))
        {
            Drop(item);
            return;
        }

        _sweeper?.Arm();
        if (Volatile.Read(ref _isDisposed))
        {
            // The pool was disposed in the meantime. Nothing may stay that arrived after it was emptied.
            Clear();
        }
    }

    private void Drop(object item)
    {
        Interlocked.Increment(ref _drops);
        Destroy(item);
    }

    private object? TakeFurther(int sizeClass)
    {
        if (ThreadSlots.Current is not { } local)
        {
            return null;
        }

        object? item = null;
        Slot[] slots = local.Enter();
        int number = _firstSlot + (sizeClass * Shelf.Slots);
        if ((uint)number < (uint)slots.Length)
        {
            item = Shelf.Take(slots.AsSpan(number, Shelf.Slots));
        }

        local.Exit();
        return item;
    }

    // Uses any empty slot of the thread that already has enough reserved bytes.
    private bool TryPutFurther(int sizeClass, object item, long bytes)
    {
        if (ThreadSlots.Current is not { } local)
        {
            return false;
        }

        bool isPut = false;
        Slot[] slots = local.Enter();
        int number = _firstSlot + (sizeClass * Shelf.Slots);
        if ((uint)number < (uint)slots.Length)
        {
            isPut = Shelf.TryPutReserved(slots.AsSpan(number, Shelf.Slots), item, bytes);
        }

        local.Exit();
        return isPut;
    }

    private bool TryPutLocal(int sizeClass, object item, long bytes)
    {
        int first = _firstSlot;
        bool mayTakeRoom = bytes <= _threadBytesMax || _budget.Used + bytes <= Options.BytesMax / 2;
        // Continue even if no bytes can be reserved: an item that is already in a slot must not be stored a second
        // time.
        if (first == SlotRanges.None || (!mayTakeRoom && ThreadSlots.Current is null))
        {
            return false;
        }

        ThreadSlots local = ThreadSlots.GetOrCreate();
        if (mayTakeRoom)
        {
            ThreadVisit.Grow(local, first + (_sizeClasses * Shelf.Slots));
        }

        Slot[] slots = local.Enter();
        int number = _firstSlot + (sizeClass * Shelf.Slots);
        bool isPut = false;
        bool isTwice = false;
        if ((uint)number < (uint)slots.Length)
        {
            Span<Slot> shelf = slots.AsSpan(number, Shelf.Slots);
            isTwice = Shelf.Holds(shelf, item);
            isPut = !isTwice && mayTakeRoom && Shelf.TryPut(shelf, item, bytes, _threadBytesFurther, _budget);
        }

        local.Exit();
        if (isTwice)
        {
            Throw.ReturnedTwice(Options.Name);
        }

        return isPut;
    }
}

using System.Runtime.CompilerServices;
using Doppel.Pooling.Checks;
using Doppel.Pooling.Tiers;

namespace Doppel.Pooling;

/// <summary>What all pools have in common: bounds, counts, and three tiers of idle items.</summary>
/// <remarks>
/// The tiers are slots of the thread, slots of the core, and a stack for all. Here an item is an object with a size
/// class and bytes; the pools that derive from this know what it is. Thread-safe, also <see cref="Clear"/> and <see
/// cref="Dispose()"/> under use.
/// </remarks>
public abstract partial class Pool : IDisposable
{
    // The idle time is cut into this many intervals; an item goes at the sweep that ends so many without use. It was
    // then idle for the idle time at least and a fifth more at most.
    private const int SweepsPerIdleTime = 5;

    // What a thread has set aside is lost to others while it is out. So the first slot of a size class takes up to a
    // 64th of the budget that falls to one processor (512 KiB by default), the others only small items. Larger ones it
    // takes while less than half of the budget is spent, and then they lie with the cores: of 32 threads on two cores
    // most rest with an array in hand, and a place for each is 30 too many.
    private const int ThreadShare = 64;
    private const int ThreadShareFurther = 1024;

    // Smaller items cost less to make anew than it costs to look for bytes that others have set aside.
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

    /// <summary>Makes an empty pool.</summary>
    /// <param name="options">Valid options.</param>
    /// <param name="sizeClasses">How many sizes are told apart, 1 or more.</param>
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
        // With checks on, no item takes the short way past them.
        _firstSlot = Ledger is null && options.KeepsByThread
            ? SlotRanges.Take(sizeClasses * Shelf.Slots)
            : SlotRanges.None;
        PoolRegistry.Add(this);
    }

    /// <summary>A pool that nobody holds any more gives its slots on all threads back.</summary>
    ~Pool() => Dispose(disposing: false);

    internal PoolOptions Options { get; }

    /// <summary>Whether anything is kept, or bytes are set aside for it.</summary>
    internal bool HasAnything => _budget.Used != 0;

    /// <summary>Who has what; null unless checks are on.</summary>
    internal RentLedger? Ledger { get; }

    /// <summary>Takes the item of the thread's first slot, or nothing: look elsewhere then.</summary>
    /// <param name="local">
    /// The thread's slots. The caller fetches them before all else: finding them is a call, and what is at hand then
    /// has to be put by.
    /// </param>
    /// <param name="sizeClass">The size class.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private protected object? TakeOwn(ThreadSlots? local, int sizeClass)
    {
        object? item = null;
        if (local is not null)
        {
            Slot[] slots = local.Enter();
            // Read after entering: a pool that is disposed meanwhile has no number any more (see Close).
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

    /// <summary>Puts an item into the thread's first slot if it is free and so many bytes are set aside.</summary>
    /// <param name="local">The thread's slots.</param>
    /// <param name="sizeClass">The size class.</param>
    /// <param name="item">The item.</param>
    /// <param name="bytes">1 or more.</param>
    /// <param name="isExact">
    /// Whether all items of the class have one size. Then an item of any other is not one of them.
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

        // Counted before: after the item is stored, nothing but the slots has to be remembered.
        slots[number].Put++;
        slots[number].Item = item;
        local.Exit();
        return true;
    }

    /// <summary>Takes an idle item from the other tiers, or nothing; that is a miss.</summary>
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

    /// <summary>Counts since the pool was made.</summary>
    public PoolStatistics GetStatistics()
    {
        // Before the rest: what goes while this is looking may then count as a hit for a moment, and never as less
        // than none.
        long trims = Volatile.Read(ref _trims);
        var sums = (Pool: this, First: _firstSlot, Counts: default(PoolCounts));
        ThreadVisit.Glance(sums.First, _sizeClasses * Shelf.Slots, ref sums, static (slots, _, ref sums) =>
        {
            // Closed since the number was read: the slots may be another pool's by now.
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

        // What was moved from tier to tier was counted in both.
        long kept = counts.Kept + Volatile.Read(ref _keptOfLeft) - Volatile.Read(ref _moves);
        long drops = Volatile.Read(ref _drops);
        return new PoolStatistics
        {
            // What was kept and is neither here nor let go was taken: so the short path needs one counter, not two.
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

    /// <summary>Gives back what a lease held, which is known to be out.</summary>
    /// <param name="local">The thread's slots.</param>
    /// <param name="item">The item.</param>
    internal abstract void TakeBack(ThreadSlots? local, object item);

    /// <summary>Ends an item that leaves the pool. By default it is left to the collector.</summary>
    private protected virtual void Destroy(object item)
    {
    }

    /// <summary>
    /// Keeps an item for the next who asks, where there is room, or ends it. So it does with 0 bytes or less.
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
            // Disposed in between: what came after the pool was emptied must not stay.
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

    // Into any free slot of the thread whose bytes are set aside already.
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
        // Also where there is no room: what lies here already must not be put elsewhere a second time.
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

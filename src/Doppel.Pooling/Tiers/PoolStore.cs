using System.Runtime.CompilerServices;
using Doppel.Pooling.Checks;

namespace Doppel.Pooling.Tiers;

/// <summary>
/// Keeps idle items of any type in three tiers: slots of the thread, of the core, and a stack for all.
/// </summary>
/// <remarks>
/// Not generic, so that every pool runs the same code. The typed pools know what an item is; this only knows its size
/// class and bytes. Thread-safe.
/// </remarks>
internal sealed partial class PoolStore : IDisposable
{
    // The idle time is cut into this many intervals; an item goes at the sweep that ends so many without use. It was
    // then idle for the idle time at least and a fifth more at most.
    private const int SweepsPerIdleTime = 5;

    // What a thread has set aside is lost to others while it is out. So the first slot of a size class takes up to a
    // 64th of the budget that falls to one processor (512 KiB by default), the others only small items. Larger ones lie
    // with the cores: of 32 threads on two cores most rest with an array in hand, and a place for each is 30 too many.
    private const int ThreadShare = 64;
    private const int ThreadShareFurther = 1024;

    // Smaller items cost less to make anew than it costs to look for bytes that others have set aside.
    private const int ReclaimBytesMin = 64 * 1024;
    private const long ReclaimIntervalMs = 10;

    private readonly int _sizeClasses;
    private readonly int _itemBytesMax;
    private readonly int _threadBytesMax;
    private readonly int _threadBytesFurther;
    private readonly Action<object>? _destroy;
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

    /// <summary>Makes an empty store.</summary>
    /// <param name="options">Valid options.</param>
    /// <param name="sizeClasses">How many sizes are told apart, 1 or more.</param>
    /// <param name="destroy">What becomes of an item that leaves the pool, or null: the collector takes it.</param>
    internal PoolStore(PoolOptions options, int sizeClasses, Action<object>? destroy)
    {
        Options = options;
        _sizeClasses = sizeClasses;
        _itemBytesMax = (int)options.ItemBytesMax;
        long bytesOfProcessor = options.BytesMax / Environment.ProcessorCount;
        _threadBytesMax = (int)Math.Min(_itemBytesMax, bytesOfProcessor / ThreadShare);
        _threadBytesFurther = (int)Math.Min(_itemBytesMax, bytesOfProcessor / ThreadShareFurther);
        _destroy = destroy;
        _cores = new CoreShelves?[Math.Min(64, Environment.ProcessorCount)];
        _shared = new SharedStack?[sizeClasses];
        _sweeper = options.IdleTime == Timeout.InfiniteTimeSpan
            ? null
            : new Sweeper(this, options.Clock, options.IdleTime / SweepsPerIdleTime);
        _budget = new Budget(options.BytesMax);
        Ledger = options.Checks == PoolChecks.None ? null : new RentLedger(options);
        // With checks on, no item takes the short way past them.
        _firstSlot = Ledger is null ? SlotRanges.Take(sizeClasses * Shelf.Slots) : SlotRanges.None;
        PoolRegistry.Add(this);
    }

    /// <summary>A pool that nobody holds any more gives its slots on all threads back.</summary>
    /// <remarks>Items that need an end of their own have a finalizer; the policy is not called here.</remarks>
    ~PoolStore() => Close([]);

    internal PoolOptions Options { get; }

    /// <summary>Whether anything is kept, or bytes are set aside for it.</summary>
    internal bool HasAnything => _budget.Used != 0;

    /// <summary>Who has what; null unless checks are on.</summary>
    internal RentLedger? Ledger { get; }

    /// <summary>Takes an idle item from the thread's own slots, or nothing: look elsewhere then.</summary>
    /// <param name="local">
    /// The thread's slots. The caller fetches them before all else: finding them is a call, and what is at hand then
    /// has to be put by.
    /// </param>
    /// <param name="sizeClass">The size class.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal object? TakeOwn(ThreadSlots? local, int sizeClass)
    {
        if (local is null)
        {
            return null;
        }

        object? item = null;
        Slot[] slots = local.Enter();
        // Read after entering: a pool that is disposed meanwhile has no number any more (see Close).
        int number = _firstSlot + (sizeClass * Shelf.Slots);
        if ((uint)number < (uint)slots.Length)
        {
            item = slots[number].Item;
            if (item is not null)
            {
                slots[number].Item = null;
            }
            else
            {
                item = Shelf.TakeFurther(slots, number);
            }
        }

        local.Exit();
        return item;
    }

    /// <summary>
    /// Puts an item into one of the thread's own slots that is free and whose bytes are set aside already.
    /// </summary>
    /// <param name="local">The thread's slots.</param>
    /// <param name="sizeClass">The size class.</param>
    /// <param name="item">The item.</param>
    /// <param name="bytes">1 or more; 1 is enough where all items of a class have one size.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryPutOwn(ThreadSlots? local, int sizeClass, object item, long bytes)
    {
        if (local is null)
        {
            return false;
        }

        bool isPut;
        Slot[] slots = local.Enter();
        int number = _firstSlot + (sizeClass * Shelf.Slots);
        if ((uint)number >= (uint)slots.Length)
        {
            isPut = false;
        }
        else if (slots[number].Item is null && bytes <= slots[number].Room)
        {
            slots[number].Item = item;
            slots[number].Put++;
            isPut = true;
        }
        else
        {
            isPut = Shelf.TryPutFurther(slots, number, item, bytes);
        }

        local.Exit();
        return isPut;
    }

    /// <summary>Takes an idle item from the other tiers, or nothing; that is a miss.</summary>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal object? TakeElsewhere(int sizeClass)
    {
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

    internal PoolStatistics GetStatistics()
    {
        // Before the rest: what goes while this is looking may then count as a hit for a moment, and never as less
        // than none.
        long trims = Volatile.Read(ref _trims);
        var sums = (Store: this, First: _firstSlot, Counts: default(PoolCounts));
        ThreadVisit.Glance(sums.First, _sizeClasses * Shelf.Slots, ref sums, static (slots, _, ref sums) =>
        {
            // Closed since the number was read: the slots may be another pool's by now.
            if (sums.Store._firstSlot == sums.First)
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

    private void Drop(object item)
    {
        Interlocked.Increment(ref _drops);
        _destroy?.Invoke(item);
    }

    /// <summary>
    /// Keeps an item for the next who asks, where there is room, or ends it. So it does with 0 bytes or less.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void PutElsewhere(int sizeClass, object item, long bytes)
    {
        if (_isDisposed || bytes > _itemBytesMax || bytes <= 0)
        {
            Drop(item);
            return;
        }

        int size = (int)bytes;
        if (!TryPutLocal(sizeClass, item, size) && !TryPutShared(sizeClass, item, size))
        {
            Drop(item);
            return;
        }

        _sweeper?.Arm();
        if (Volatile.Read(ref _isDisposed))
        {
            // Disposed in between: what came after the store was emptied must not stay.
            Clear();
        }
    }

    private bool TryPutLocal(int sizeClass, object item, int bytes)
    {
        int first = _firstSlot;
        if (bytes > _threadBytesMax || first == SlotRanges.None)
        {
            return false;
        }

        ThreadSlots local = ThreadSlots.GetOrCreate();
        ThreadVisit.Grow(local, first + (_sizeClasses * Shelf.Slots));
        Slot[] slots = local.Enter();
        int number = _firstSlot + (sizeClass * Shelf.Slots);
        bool isPut = false;
        bool isTwice = false;
        if ((uint)number < (uint)slots.Length)
        {
            Span<Slot> shelf = slots.AsSpan(number, Shelf.Slots);
            isTwice = Shelf.Holds(shelf, item);
            isPut = !isTwice && Shelf.TryPut(shelf, item, bytes, _threadBytesFurther, _budget);
        }

        local.Exit();
        if (isTwice)
        {
            Throw.ReturnedTwice(Options.Name);
        }

        return isPut;
    }
}

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Doppel.Pooling.Tiers;

/// <summary>
/// All slots of one thread, of every pool: each pool owns a range of numbers (<see cref="SlotRanges"/>).
/// </summary>
/// <remarks>
/// The owner comes and goes with plain writes; a visitor takes the slots away and then makes all processors see it (a
/// lock biased to its owner). So the owner pays no atomic operation, and yet a sweep or <c>Clear</c> has every slot
/// of every thread to itself. The owner does not wait for visitors: it finds no slots and goes on to the next tier.
/// </remarks>
internal sealed class ThreadSlots
{
    // Slots of two threads never share a cache line or the pair that the processor fetches together.
    private const int PaddingSlots = Shelf.Slots;

    private static readonly Slot[] s_taken = [];

    [ThreadStatic]
    private static ThreadSlots? s_current;

    /// <summary>Unused tickets of leases; touched by the owner only. A struct: not one step further to them.</summary>
    internal TicketStack Tickets = new();

    private Gate _gate;
    private Slot[] _slots = [];
    private Slot[] _slotsOfVisitor = [];

    private ThreadSlots(Thread owner) => Owner = owner;

    /// <summary>Those of the calling thread, or null before it first gave something back.</summary>
    internal static ThreadSlots? Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_current;
    }

    internal Thread Owner { get; }

    /// <summary>Those of the calling thread, made and registered if need be.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ThreadSlots GetOrCreate() => s_current ?? Create();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ThreadSlots Create()
    {
        var created = new ThreadSlots(Thread.CurrentThread);
        ThreadVisit.Register(created);
        s_current = created;
        return created;
    }

    /// <summary>Enters as the owner. Nothing that may throw or call out is allowed until <see cref="Exit"/>.</summary>
    /// <returns>
    /// The slots by number, of which each shelf is there as a whole or not at all; none during a visit.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Slot[] Enter()
    {
        Volatile.Write(ref _gate.Busy, 1);
        // A processor may read this before others see that it is busy. The visitor's process-wide barrier makes up
        // for it.
        return Volatile.Read(ref _slots);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Exit() => Volatile.Write(ref _gate.Busy, 0);

    /// <summary>Makes room for slots below a number. Only <see cref="ThreadVisit"/> calls it, for the owner.</summary>
    internal void Grow(int countMin)
    {
        var larger = new Slot[countMin + PaddingSlots];
        _slots.CopyTo(larger, 0);
        _slots = larger;
    }

    /// <summary>Whether there are slots below a number.</summary>
    internal bool Has(int countMin) => _slots.Length >= countMin;

    /// <summary>
    /// Keeps the owner out. Only <see cref="ThreadVisit"/> calls it, and the barrier that belongs to it.
    /// </summary>
    internal void TakeAway()
    {
        _slotsOfVisitor = Volatile.Read(ref _slots);
        Volatile.Write(ref _slots, s_taken);
    }

    /// <summary>Lets the owner in again.</summary>
    internal void BringBack()
    {
        Volatile.Write(ref _slots, _slotsOfVisitor);
        _slotsOfVisitor = [];
    }

    /// <summary>Waits until the owner is out; it stays for some instructions only.</summary>
    internal void WaitUntilLeft()
    {
        var spin = default(SpinWait);
        while (Volatile.Read(ref _gate.Busy) != 0)
        {
            spin.SpinOnce();
        }
    }

    /// <summary>
    /// A pool's slots here; fewer, or none, if the owner never came that far. For visitors and for a glance.
    /// </summary>
    internal Span<Slot> Range(int first, int count)
    {
        Slot[] slots = _slotsOfVisitor.Length != 0 ? _slotsOfVisitor : Volatile.Read(ref _slots);
        int start = Math.Min(first, slots.Length);
        return slots.AsSpan(start, Math.Min(count, slots.Length - start));
    }

    /// <summary>Whether no slot holds an item or has bytes set aside.</summary>
    internal bool IsEmpty()
    {
        foreach (ref readonly Slot slot in _slots.AsSpan())
        {
            if (slot.Room != 0)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>On cache lines of its own: the collector may move the objects of two threads side by side.</summary>
    /// <remarks>
    /// So far from the begin of the object that nothing before it shares the pair of lines, and so near that the
    /// distance fits into one byte of an instruction.
    /// </remarks>
    [StructLayout(LayoutKind.Explicit, Size = 208)]
    private struct Gate
    {
        [FieldOffset(76)]
        internal int Busy;
    }
}

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Doppel.Pooling;

/// <summary>
/// One thread's slots for all pools. Each pool owns a range of slot numbers (<see cref="SlotRanges"/>).
/// </summary>
/// <remarks>
/// This is a lock biased toward its owner. The owner enters and leaves with plain writes; a visitor takes the slots
/// away and then makes all processors see it. The owner therefore needs no atomic operation, and yet a sweep or
/// <c>Clear</c> has exclusive access to every slot of every thread. The owner never waits for a visitor: it finds no
/// slots and goes on to the next tier.
/// </remarks>
internal sealed class ThreadSlots
{
    // Keeps the slots of two threads off the same cache line and off the pair of lines that the processor fetches
    // together.
    private const int PaddingSlots = Shelf.Slots;

    private static readonly Slot[] s_taken = [];

    [ThreadStatic]
    private static ThreadSlots? s_current;

    /// <summary>
    /// The thread's unused lease tickets, accessed only by the owner. A struct saves one indirection.
    /// </summary>
    internal TicketStack Tickets = new();

    private Gate _gate;
    private Slot[] _slots = [];
    private Slot[] _slotsOfVisitor = [];

    private ThreadSlots(Thread owner) => Owner = owner;

    /// <summary>The slots of the calling thread, or null until it first returns an item.</summary>
    internal static ThreadSlots? Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => s_current;
    }

    internal Thread Owner { get; }

    /// <summary>Returns the slots of the calling thread, and creates and registers them if necessary.</summary>
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

    /// <summary>
    /// Enters as the owner. Until <see cref="Exit"/>, the owner must not throw or call other code.
    /// </summary>
    /// <returns>
    /// The slots, indexed by slot number. Each shelf is either complete or absent; during a visit there are none.
    /// </returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Slot[] Enter()
    {
        Volatile.Write(ref _gate.Busy, 1);
        // A processor may perform this read before others see the busy flag. The visitor's process-wide barrier
        // compensates.
        return Volatile.Read(ref _slots);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Exit() => Volatile.Write(ref _gate.Busy, 0);

    /// <summary>
    /// Allocates all slots below a number. Only <see cref="ThreadVisit"/> calls this, on behalf of the owner.
    /// </summary>
    internal void Grow(int countMin)
    {
        var larger = new Slot[countMin + PaddingSlots];
        _slots.CopyTo(larger, 0);
        _slots = larger;
    }

    /// <summary>Returns whether all slots below a number exist.</summary>
    internal bool Has(int countMin) => _slots.Length >= countMin;

    /// <summary>
    /// Keeps the owner out. Only <see cref="ThreadVisit"/> calls this, followed by the necessary barrier.
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

    /// <summary>Waits until the owner has left, which takes it only a few instructions.</summary>
    internal void WaitUntilLeft()
    {
        var spin = default(SpinWait);
        while (Volatile.Read(ref _gate.Busy) != 0)
        {
            spin.SpinOnce();
        }
    }

    /// <summary>
    /// Returns a pool's slots on this thread, for visitors and statistics. There are fewer, or none, if the owner never
    /// needed them.
    /// </summary>
    internal Span<Slot> Range(int first, int count)
    {
        Slot[] slots = _slotsOfVisitor.Length != 0 ? _slotsOfVisitor : Volatile.Read(ref _slots);
        int start = Math.Min(first, slots.Length);
        return slots.AsSpan(start, Math.Min(count, slots.Length - start));
    }

    /// <summary>Returns whether no slot holds an item or reserved bytes.</summary>
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

    /// <summary>
    /// The busy flag, on its own cache lines: the garbage collector may move the objects of two threads side by side.
    /// </summary>
    /// <remarks>
    /// The offset is large enough that nothing before the flag shares its pair of cache lines, and small enough to fit
    /// into a one-byte displacement of an instruction.
    /// </remarks>
    [StructLayout(LayoutKind.Explicit, Size = 208)]
    private struct Gate
    {
        [FieldOffset(76)]
        internal int Busy;
    }
}

using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>A thread's unused lease tickets. Only that thread accesses them.</summary>
/// <remarks>
/// Entries above the count are not cleared: a nested lease returns its ticket to the same position, and then only the
/// count has to be written. A thread with too many tickets passes half of them on to threads that have none.
/// </remarks>
internal struct TicketStack()
{
    private const int LocalMax = 32;
    private const int SharedMax = 1024;

    private static readonly Lock s_gate = new();
    private static readonly LeaseTicket?[] s_shared = new LeaseTicket?[SharedMax];
    private static int s_sharedCount;

    private readonly LeaseTicket?[] _tickets = new LeaseTicket?[LocalMax];
    private int _count;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal LeaseTicket Take()
    {
        int top = _count - 1;
        LeaseTicket?[] tickets = _tickets;
        if ((uint)top >= (uint)tickets.Length)
        {
            return TakeShared();
        }

        _count = top;
        return tickets[top]!;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Put(LeaseTicket ticket)
    {
        int count = _count;
        LeaseTicket?[] tickets = _tickets;
        if ((uint)count >= (uint)tickets.Length)
        {
            HandOn();
            count = _count;
        }

        if (!ReferenceEquals(tickets[count], ticket))
        {
            tickets[count] = ticket;
        }

        _count = count + 1;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private LeaseTicket TakeShared()
    {
        if (Volatile.Read(ref s_sharedCount) == 0)
        {
            return new LeaseTicket();
        }

        lock (s_gate)
        {
            int moved = Math.Min(s_sharedCount, LocalMax / 2);
            s_sharedCount -= moved;
            s_shared.AsSpan(s_sharedCount, moved).CopyTo(_tickets);
            s_shared.AsSpan(s_sharedCount, moved).Clear();
            _count = moved;
        }

        return _count == 0 ? new LeaseTicket() : _tickets[--_count]!;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void HandOn()
    {
        _count = LocalMax / 2;
        lock (s_gate)
        {
            int moved = Math.Min(SharedMax - s_sharedCount, LocalMax / 2);
            _tickets.AsSpan(_count, moved).CopyTo(s_shared.AsSpan(s_sharedCount));
            s_sharedCount += moved;
        }

        // Tickets that now belong to other threads must not be mistaken for tickets that return to the same position.
        _tickets.AsSpan(_count).Clear();
    }
}

/// <summary>Identifies the current lease of an item. Tickets are reused with a new stamp for each lease.</summary>
/// <remarks>
/// A lease is a struct and can be copied; all copies share one ticket. The first copy to end the lease advances the
/// stamp. From then on no copy matches, no matter who owns the item or the ticket. A 64-bit stamp does not wrap around.
/// </remarks>
internal sealed class LeaseTicket
{
    private long _stamp;

    /// <summary>The stamp of the lease that currently owns the ticket.</summary>
    internal long Stamp => Volatile.Read(ref _stamp);

    /// <summary>Ends the lease with this stamp. Returns false if it has already ended.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryEnd(long stamp) => Interlocked.CompareExchange(ref _stamp, stamp + 1, stamp) == stamp;
}

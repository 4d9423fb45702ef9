using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

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

using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>
/// Proves that a lease is still the one that was given. Used again and again, with a new stamp each time.
/// </summary>
/// <remarks>
/// A lease is a struct and may be copied; the copies share the ticket. The first to end it moves the stamp on, and
/// from then on none of the copies fits, whoever has the item or the ticket by now. A stamp of 64 bits does not come
/// round again.
/// </remarks>
internal sealed class LeaseTicket
{
    private long _stamp;

    /// <summary>The stamp of the lease that holds the ticket now.</summary>
    internal long Stamp => Volatile.Read(ref _stamp);

    /// <summary>Ends the lease with this stamp. False if it has ended already.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryEnd(long stamp) => Interlocked.CompareExchange(ref _stamp, stamp + 1, stamp) == stamp;
}

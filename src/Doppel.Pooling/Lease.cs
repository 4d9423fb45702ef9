using System.Diagnostics.CodeAnalysis;
using Doppel.Pooling.Tiers;

namespace Doppel.Pooling;

/// <summary>An item that is borrowed until the lease is disposed. A struct: having one allocates nothing.</summary>
/// <typeparam name="T">The type of the item.</typeparam>
/// <remarks>
/// Copies are the same lease. Once one of them is disposed, all of them are at an end: using or disposing any of them
/// throws, also if the item was rented again since. Do not keep <see cref="Value"/> longer than the lease: that
/// cannot be noticed.
/// </remarks>
[SuppressMessage(
    "Performance", "CA1815:Override equals and operator equals on value types",
    Justification = "Leases are not compared.")]
public readonly struct Lease<T> : IDisposable
    where T : class
{
    private readonly Pool? _pool;
    private readonly T? _item;
    private readonly LeaseTicket? _ticket;
    private readonly long _stamp;

    internal Lease(Pool pool, T item, LeaseTicket ticket)
    {
        _pool = pool;
        _item = item;
        _ticket = ticket;
        _stamp = ticket.Stamp;
    }

    /// <summary>The borrowed item.</summary>
    /// <exception cref="ObjectDisposedException">This lease, or a copy of it, has been disposed.</exception>
    /// <exception cref="InvalidOperationException">This is a default value, not a lease that a pool gave.</exception>
    public T Value
    {
        get
        {
            if (_ticket is null)
            {
                Throw.NotALease();
            }

            if (_ticket.Stamp != _stamp)
            {
                Throw.LeaseEnded();
            }

            return _item!;
        }
    }

    /// <summary>Gives the item back. Once only; a default value has nothing to give back.</summary>
    /// <exception cref="InvalidOperationException">This lease, or a copy of it, has been disposed already.</exception>
    public void Dispose()
    {
        if (_ticket is null)
        {
            return;
        }

        // Whoever ends a lease keeps its ticket, also a thread that has rented nothing.
        ThreadSlots local = ThreadSlots.GetOrCreate();
        if (!_ticket.TryEnd(_stamp))
        {
            Throw.LeaseDisposedTwice();
        }

        local.Tickets.Put(_ticket);
        _pool!.TakeBack(local, _item!);
    }
}

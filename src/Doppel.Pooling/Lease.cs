using System.Diagnostics.CodeAnalysis;

namespace Doppel.Pooling;

/// <summary>A rented item. Dispose the lease to return it. A lease is a struct and allocates nothing.</summary>
/// <typeparam name="T">The type of the item.</typeparam>
/// <remarks>
/// All copies represent the same lease. Once one copy is disposed, using or disposing any of them throws, even if the
/// item has been rented again since. Do not keep <see cref="Value"/> beyond the lifetime of the lease: that cannot be
/// detected.
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

    /// <summary>The rented item.</summary>
    /// <exception cref="ObjectDisposedException">This lease, or a copy of it, has been disposed.</exception>
    /// <exception cref="InvalidOperationException">This is a default value, not a lease from a pool.</exception>
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

    /// <summary>Returns the item to the pool. Call it exactly once. A default value returns nothing.</summary>
    /// <exception cref="InvalidOperationException">This lease, or a copy of it, has already been disposed.</exception>
    public void Dispose()
    {
        if (_ticket is null)
        {
            return;
        }

        // The thread that ends a lease keeps its ticket, even if it has not rented anything.
        ThreadSlots local = ThreadSlots.GetOrCreate();
        if (!_ticket.TryEnd(_stamp))
        {
            Throw.LeaseDisposedTwice();
        }

        local.Tickets.Put(_ticket);
        _pool!.TakeBack(local, _item!);
    }
}

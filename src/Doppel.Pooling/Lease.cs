using System.Diagnostics.CodeAnalysis;

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
    private readonly ILender<T>? _lender;
    private readonly T? _item;
    private readonly LeaseTicket? _ticket;
    private readonly long _stamp;

    internal Lease(ILender<T> lender, T item, LeaseTicket ticket)
    {
        _lender = lender;
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

        if (!_ticket.TryEnd(_stamp))
        {
            Throw.LeaseDisposedTwice();
        }

        _lender!.TakeBack(_item!);
    }
}

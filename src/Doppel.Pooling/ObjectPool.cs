using System.Runtime.CompilerServices;
using Doppel.Pooling.Checks;
using Doppel.Pooling.Tiers;

namespace Doppel.Pooling;

/// <summary>Lends objects and keeps those that come back, within bounds, for the next who asks.</summary>
/// <typeparam name="T">The type of items.</typeparam>
/// <remarks>
/// Thread-safe, also <see cref="Clear"/> and <see cref="Dispose()"/> under use. <see cref="Rent"/> never waits: if
/// nothing is idle a new item is made. Neither allocates otherwise. An item may be returned by another thread than
/// rented it. What lies unused for <see cref="PoolOptions.IdleTime"/> is let go.
/// </remarks>
public class ObjectPool<T> : IDisposable, ILender<T>
    where T : class
{
    private readonly PoolPolicy<T> _policy;
    private readonly PoolStore _store;

    /// <summary>Makes an empty pool.</summary>
    /// <param name="policy">How items are made and cleaned.</param>
    /// <param name="options">Bounds, or null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public ObjectPool(PoolPolicy<T> policy, PoolOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(policy);
        options = (options ?? new PoolOptions()).Validate(typeof(T).Name);
        _store = new PoolStore(options, sizeClasses: 1, item => policy.Destroy(Unsafe.As<T>(item)));
        _policy = _store.Ledger is { } ledger ? new CheckedPolicy<T>(policy, ledger) : policy;
    }

    /// <summary>Borrows an item; give it back with <see cref="Return"/>.</summary>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Rent() => _store.TakeOwn(ThreadSlots.Current, 0) is { } item ? Unsafe.As<T>(item) : RentElsewhere();

    /// <summary>Gives an item back, and clears the variable so that it cannot be used any more.</summary>
    /// <param name="item">
    /// What <see cref="Rent"/> gave. Null is ignored, so returning a variable twice does no harm.
    /// </param>
    /// <exception cref="InvalidOperationException">
    /// It was returned already, through another variable. Without checks this is noticed only while the item lies in
    /// this thread's first place. What may be returned by several needs a <see cref="Lease()"/>, which always finds
    /// out.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Return(ref T? item)
    {
        T? returned = item;
        item = null;
        if (returned is not null)
        {
            TakeBack(returned);
        }
    }

    /// <summary>Borrows an item for the length of a <c>using</c>.</summary>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    public Lease<T> Lease() => new(this, Rent(), LeaseTicket.Take());

    /// <summary>Lets go of every idle item, also in the places of other threads.</summary>
    public void Clear() => _store.Clear();

    /// <summary>Counts since the pool was made.</summary>
    public PoolStatistics GetStatistics() => _store.GetStatistics();

    /// <summary>Lets go of every idle item for good. What is out may still be returned and is destroyed then.</summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    void ILender<T>.TakeBack(T item) => TakeBack(item);

    /// <summary>Lets go of every idle item.</summary>
    /// <param name="disposing">Always true: there is no finalizer here.</param>
    protected virtual void Dispose(bool disposing) => _store.Dispose();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void TakeBack(T item)
    {
        long bytes = _policy.Reset(item);
        if (bytes <= 0 || !_store.TryPutOwn(ThreadSlots.Current, 0, item, bytes))
        {
            _store.PutElsewhere(0, item, bytes);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private T RentElsewhere()
    {
        object? idle = _store.TakeElsewhere(0);
        T item = idle is null ? _policy.Create() : Unsafe.As<T>(idle);
        _store.Ledger?.Add(item);
        return item;
    }
}

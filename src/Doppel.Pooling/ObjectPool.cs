using System.Runtime.CompilerServices;
using Doppel.Pooling.Tiers;

namespace Doppel.Pooling;

/// <summary>Lends objects and keeps those that come back, within bounds, for the next who asks.</summary>
/// <typeparam name="T">The type of items.</typeparam>
/// <remarks>
/// Thread-safe, also <see cref="Pool.Clear"/> and <see cref="Pool.Dispose()"/> under use. <see cref="Rent"/> never
/// waits: if nothing is idle a new item is made. Neither allocates otherwise. An item may be returned by another thread
/// than rented it. What lies unused for <see cref="PoolOptions.IdleTime"/> is let go.
/// </remarks>
public class ObjectPool<T> : Pool
    where T : class
{
    private readonly PoolPolicy<T>? _policy;

    /// <summary>Makes an empty pool.</summary>
    /// <param name="policy">How items are made and cleaned.</param>
    /// <param name="options">Bounds, or null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public ObjectPool(PoolPolicy<T> policy, PoolOptions? options = null)
        : base(PoolOptions.Valid(options, typeof(T)), sizeClasses: 1)
    {
        ArgumentNullException.ThrowIfNull(policy);
        _policy = policy;
    }

    /// <summary>For pools that override what a policy would say: their short ways are compiled as one.</summary>
    private protected ObjectPool(PoolOptions? options)
        : base(PoolOptions.Valid(options, typeof(T)), sizeClasses: 1)
    {
    }

    /// <summary>Borrows an item; give it back with <see cref="Return"/>.</summary>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Rent() => RentBy(ThreadSlots.Current);

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
            TakeBack(ThreadSlots.Current, returned);
        }
    }

    /// <summary>Borrows an item for the length of a <c>using</c>.</summary>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Lease<T> Lease()
    {
        ThreadSlots local = ThreadSlots.GetOrCreate();
        return new Lease<T>(this, RentBy(local), local.Tickets.Take());
    }

    internal sealed override void TakeBack(ThreadSlots? local, object item) => TakeBack(local, Unsafe.As<T>(item));

    /// <inheritdoc cref="PoolPolicy{T}.Create"/>
    private protected virtual T Create() => _policy!.Create();

    /// <inheritdoc cref="PoolPolicy{T}.Reset"/>
    private protected virtual long Reset(T item) => _policy!.Reset(item);

    private protected sealed override void Destroy(object item) => _policy?.Destroy(Unsafe.As<T>(item));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T RentBy(ThreadSlots? local) => TakeOwn(local, 0) is { } item ? Unsafe.As<T>(item) : RentElsewhere();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void TakeBack(ThreadSlots? local, T item)
    {
        // First: without being out, it may belong to another by now.
        Ledger?.Remove(item);
        long bytes = Reset(item);
        if (bytes <= 0 || !TryPutOwn(local, 0, item, bytes, isExact: false))
        {
            PutElsewhere(0, item, bytes);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private T RentElsewhere()
    {
        object? idle = TakeElsewhere(0);
        T item = idle is null ? Create() : Unsafe.As<T>(idle);
        Ledger?.Add(item);
        return item;
    }
}

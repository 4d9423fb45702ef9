using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>Lends objects and keeps a bounded number of returned objects for reuse.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
/// <remarks>
/// Thread-safe, including <see cref="Pool.Clear"/> and <see cref="Pool.Dispose()"/> while the pool is in use. <see
/// cref="Rent"/> never waits: if no item is idle, it creates one. Renting and returning allocate nothing else. An item
/// may be returned by a different thread than the one that rented it. Items that are unused for
/// <see cref="PoolOptions.IdleTime"/> are released.
/// </remarks>
public class ObjectPool<T> : Pool
    where T : class
{
    private readonly PoolPolicy<T>? _policy;

    /// <summary>Creates an empty pool.</summary>
    /// <param name="policy">Creates, resets and destroys items.</param>
    /// <param name="options">The limits of the pool, or null for the defaults.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    public ObjectPool(PoolPolicy<T> policy, PoolOptions? options = null)
        : base(PoolOptions.Valid(options, typeof(T)), sizeClasses: 1)
    {
        ArgumentNullException.ThrowIfNull(policy);
        _policy = policy;
    }

    /// <summary>
    /// Creates a pool that overrides the members of a policy, so that the compiler can inline its fast paths.
    /// </summary>
    private protected ObjectPool(PoolOptions? options)
        : base(PoolOptions.Valid(options, typeof(T)), sizeClasses: 1)
    {
    }

    /// <summary>Rents an item. Return it with <see cref="Return"/>.</summary>
    /// <returns>The item.</returns>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Rent() => RentBy(ThreadSlots.Current);

    /// <summary>Returns an item to the pool and sets the variable to null, so that it cannot be used again.</summary>
    /// <param name="item">
    /// An item from <see cref="Rent"/>. Null is ignored, so returning the same variable twice is harmless.
    /// </param>
    /// <exception cref="InvalidOperationException">
    /// The item was already returned through another variable. Without checks, this is detected only while the item is
    /// in the first slot of the current thread. If several owners may return an item, use a <see cref="Lease()"/>,
    /// which always detects it.
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

    /// <summary>Rents an item for the scope of a <c>using</c> statement.</summary>
    /// <returns>The lease. Dispose it exactly once.</returns>
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
        // Remove first: an item that is not rented may already belong to another owner.
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

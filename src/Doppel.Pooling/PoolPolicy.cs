namespace Doppel.Pooling;

/// <summary>How the items of an <see cref="ObjectPool{T}"/> are made, cleaned, measured and ended.</summary>
/// <typeparam name="T">The type of items.</typeparam>
/// <remarks>Called by several threads at once, never under a lock of the pool.</remarks>
public abstract class PoolPolicy<T>
    where T : class
{
    /// <summary>Makes a new item.</summary>
    public abstract T Create();

    /// <summary>Cleans an item for the next who rents it.</summary>
    /// <param name="item">What was returned.</param>
    /// <returns>
    /// What the item keeps alive, in bytes; about right is enough. It counts against the bounds. 0 or less to have
    /// the item destroyed instead of kept.
    /// </returns>
    public abstract long Reset(T item);

    /// <summary>
    /// Ends an item that leaves the pool: dropped, idle for too long, cleared, or the pool disposed. Default:
    /// nothing, the collector takes it. If the pool itself is collected undisposed this is not called: items that own
    /// something outside the heap need a finalizer.
    /// </summary>
    public virtual void Destroy(T item)
    {
    }
}

namespace Doppel.Pooling;

/// <summary>Creates, resets, measures and destroys the items of an <see cref="ObjectPool{T}"/>.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
/// <remarks>Members are called concurrently from several threads, never under a lock of the pool.</remarks>
public abstract class PoolPolicy<T>
    where T : class
{
    /// <summary>Creates a new item.</summary>
    /// <returns>The item.</returns>
    public abstract T Create();

    /// <summary>Resets a returned item for its next user.</summary>
    /// <param name="item">The returned item.</param>
    /// <returns>
    /// The approximate number of bytes that the item keeps alive, which counts against the limits. 0 or less destroys
    /// the item instead of keeping it.
    /// </returns>
    public abstract long Reset(T item);

    /// <summary>
    /// Destroys an item that leaves the pool because it was not kept, was idle for too long or was cleared, or because
    /// the pool was disposed. The default does nothing and leaves the item to the garbage collector. This method is not
    /// called if the pool itself is collected without being disposed, so items that own resources outside the heap need
    /// a finalizer.
    /// </summary>
    /// <param name="item">The item.</param>
    public virtual void Destroy(T item)
    {
    }
}

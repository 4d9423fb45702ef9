using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>Lends empty lists. They keep their capacity.</summary>
/// <typeparam name="T">The element type.</typeparam>
/// <remarks>
/// Thread-safe. A returned list is cleared, so the pool keeps none of its elements alive. The limits count a list by
/// its capacity.
/// </remarks>
/// <param name="options">The limits of the pool, or null for the defaults.</param>
public sealed class ListPool<T>(PoolOptions? options = null) : ObjectPool<List<T>>(options)
{
    // The list and the header of its array.
    private const int FixedBytes = 32 + 24;

    /// <summary>The shared pool of the process, with the default limits.</summary>
    public static ListPool<T> Shared { get; } = new();

    /// <summary>Rents a list that contains the given elements.</summary>
    /// <param name="items">The elements to copy into the list.</param>
    /// <returns>The list.</returns>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    public List<T> Rent(ReadOnlySpan<T> items)
    {
        List<T> list = Rent();
        list.AddRange(items);
        return list;
    }

    /// <summary>Rents an empty list with a minimum capacity.</summary>
    /// <param name="capacityMin">The minimum capacity, in elements, 0 or greater.</param>
    /// <returns>The list.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    /// <exception cref="ObjectDisposedException">The pool has been disposed.</exception>
    public List<T> Rent(int capacityMin)
    {
        List<T> list = Rent();
        list.EnsureCapacity(capacityMin);
        return list;
    }

    private protected override List<T> Create() => [];

    private protected override long Reset(List<T> item)
    {
        item.Clear();
        return FixedBytes + ((long)item.Capacity * Unsafe.SizeOf<T>());
    }
}

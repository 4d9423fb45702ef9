using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>Lends empty lists that have kept the capacity they grew to.</summary>
/// <typeparam name="T">The type of elements.</typeparam>
/// <remarks>
/// Thread-safe. A returned list is cleared, so the pool keeps none of its elements alive. Its size for the bounds is
/// its capacity.
/// </remarks>
/// <param name="options">Bounds, or null for the defaults.</param>
public sealed class ListPool<T>(PoolOptions? options = null) : ObjectPool<List<T>>(options)
{
    // A list and the header of its array.
    private const int FixedBytes = 32 + 24;

    /// <summary>One pool for the whole process, with the default bounds.</summary>
    public static ListPool<T> Shared { get; } = new();

    /// <summary>Borrows a list that holds the given elements.</summary>
    /// <param name="items">The first elements.</param>
    public List<T> Rent(ReadOnlySpan<T> items)
    {
        List<T> list = Rent();
        list.AddRange(items);
        return list;
    }

    /// <summary>Borrows a list that has room for so many elements.</summary>
    /// <param name="capacityMin">Elements, 0 or more.</param>
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

using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>Lends empty sets, with the default comparer, that have kept the capacity they grew to.</summary>
/// <typeparam name="T">The type of elements.</typeparam>
/// <remarks>
/// Thread-safe. A returned set is cleared. Clearing takes time by its capacity, not by what is in it: bound the size of
/// items where huge sets are rare.
/// </remarks>
/// <param name="options">Bounds, or null for the defaults.</param>
public sealed class HashSetPool<T>(PoolOptions? options = null) : ObjectPool<HashSet<T>>(options)
{
    // The set and the headers of its two arrays; an entry has a hash code and a link beside the element, and a
    // bucket.
    private const int FixedBytes = 64 + 48;
    private const int EntryBytes = 12;

    /// <summary>One pool for the whole process, with the default bounds.</summary>
    public static HashSetPool<T> Shared { get; } = new();

    private protected override HashSet<T> Create() => [];

    private protected override long Reset(HashSet<T> item)
    {
        item.Clear();
        return FixedBytes + ((long)item.EnsureCapacity(0) * (EntryBytes + Unsafe.SizeOf<T>()));
    }
}

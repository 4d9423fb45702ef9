using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>Lends empty sets with the default comparer. They keep their capacity.</summary>
/// <typeparam name="T">The element type.</typeparam>
/// <remarks>
/// Thread-safe. A returned set is cleared, which takes time proportional to its capacity, not its count. Limit the
/// item size if huge sets are rare.
/// </remarks>
/// <param name="options">The limits of the pool, or null for the defaults.</param>
public sealed class HashSetPool<T>(PoolOptions? options = null) : ObjectPool<HashSet<T>>(options)
{
    // The set and the headers of its two arrays. An entry adds a hash code and a link to its element, and has a bucket.
    private const int FixedBytes = 64 + 48;
    private const int EntryBytes = 12;

    /// <summary>The shared pool of the process, with the default limits.</summary>
    public static HashSetPool<T> Shared { get; } = new();

    private protected override HashSet<T> Create() => [];

    private protected override long Reset(HashSet<T> item)
    {
        item.Clear();
        return FixedBytes + ((long)item.EnsureCapacity(0) * (EntryBytes + Unsafe.SizeOf<T>()));
    }
}

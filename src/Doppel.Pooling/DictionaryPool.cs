using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>Lends empty dictionaries with the default comparer. They keep their capacity.</summary>
/// <typeparam name="TKey">The key type.</typeparam>
/// <typeparam name="TValue">The value type.</typeparam>
/// <remarks>
/// Thread-safe. A returned dictionary is cleared, which takes time proportional to its capacity, not its count. Limit
/// the item size if huge dictionaries are rare.
/// </remarks>
/// <param name="options">The limits of the pool, or null for the defaults.</param>
public sealed class DictionaryPool<TKey, TValue>(PoolOptions? options = null)
    : ObjectPool<Dictionary<TKey, TValue>>(options)
    where TKey : notnull
{
    // The dictionary and the headers of its two arrays. An entry adds a hash code and a link to its key and value, and
    // has a bucket.
    private const int FixedBytes = 80 + 48;
    private const int EntryBytes = 12;

    /// <summary>The shared pool of the process, with the default limits.</summary>
    public static DictionaryPool<TKey, TValue> Shared { get; } = new();

    private protected override Dictionary<TKey, TValue> Create() => [];

    private protected override long Reset(Dictionary<TKey, TValue> item)
    {
        item.Clear();
        int entryBytes = EntryBytes + Unsafe.SizeOf<TKey>() + Unsafe.SizeOf<TValue>();
        return FixedBytes + ((long)item.EnsureCapacity(0) * entryBytes);
    }
}

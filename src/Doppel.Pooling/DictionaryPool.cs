using System.Runtime.CompilerServices;

namespace Doppel.Pooling;

/// <summary>Lends empty dictionaries, with the default comparer, that have kept the capacity they grew to.</summary>
/// <typeparam name="TKey">The type of keys.</typeparam>
/// <typeparam name="TValue">The type of values.</typeparam>
/// <remarks>
/// Thread-safe. A returned dictionary is cleared. Clearing takes time by its capacity, not by what is in it: bound
/// the size of items where huge dictionaries are rare.
/// </remarks>
/// <param name="options">Bounds, or null for the defaults.</param>
public sealed class DictionaryPool<TKey, TValue>(PoolOptions? options = null)
    : ObjectPool<Dictionary<TKey, TValue>>(options)
    where TKey : notnull
{
    // The dictionary and the headers of its two arrays; an entry has a hash code and a link beside key and value,
    // and a bucket.
    private const int FixedBytes = 80 + 48;
    private const int EntryBytes = 12;

    /// <summary>One pool for the whole process, with the default bounds.</summary>
    public static DictionaryPool<TKey, TValue> Shared { get; } = new();

    private protected override Dictionary<TKey, TValue> Create() => [];

    private protected override long Reset(Dictionary<TKey, TValue> item)
    {
        item.Clear();
        int entryBytes = EntryBytes + Unsafe.SizeOf<TKey>() + Unsafe.SizeOf<TValue>();
        return FixedBytes + ((long)item.EnsureCapacity(0) * entryBytes);
    }
}

using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>A list in unmanaged memory, for data that grows with the number of files.</summary>
/// <remarks>
/// Grows by doubling; the unused part takes no memory yet. Not thread-safe, but any thread may read elements while none
/// is being added.
/// </remarks>
internal sealed class NativeList<T> : IDisposable
    where T : unmanaged
{
    private const int CapacityMin = 64;

    private NativeBuffer<T>? _items;

    internal int Count { get; private set; }

    /// <summary>Gets all elements. Valid until the next one is added.</summary>
    internal Span<T> Span => _items is null ? default : _items.Span[..Count];

    internal ref T this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)index, (uint)Count);
            return ref _items![index];
        }
    }

    public Span<T>.Enumerator GetEnumerator() => Span.GetEnumerator();

    public void Dispose()
    {
        _items?.Dispose();
        _items = null;
        Count = 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Add(T item)
    {
        if (_items is null || Count == _items.Length)
        {
            Reserve(1);
        }

        _items![Count++] = item;
    }

    internal void AddRange(ReadOnlySpan<T> items)
    {
        Reserve(items.Length);
        items.CopyTo(_items!.Span[Count..]);
        Count += items.Length;
    }

    internal void Clear() => Count = 0;

    /// <summary>Truncates the list to a number of elements.</summary>
    internal void Cut(int count) => Count = Math.Min(Count, count);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Reserve(int more)
    {
        int wanted = checked(Count + more);
        if (_items is null)
        {
            _items = new NativeBuffer<T>(Math.Max(CapacityMin, wanted));
        }
        else if (wanted > _items.Length)
        {
            _items.Resize((int)Math.Max(wanted, Math.Min(2L * _items.Length, Array.MaxLength)));
        }
    }
}

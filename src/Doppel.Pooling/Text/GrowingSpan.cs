using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Doppel.Pooling;

/// <summary>
/// What both builders are made of: a span that starts where the caller says and moves into rented arrays.
/// </summary>
/// <typeparam name="T">A UTF-16 unit or a byte.</typeparam>
/// <remarks>
/// Every check of room and every growth of both builders is in here, once. What is written is always the first
/// <see cref="Length"/> elements; only they are carried along when the span grows.
/// </remarks>
internal ref struct GrowingSpan<T>
    where T : unmanaged
{
    // The first growth from nothing or from a few elements goes straight to a size that most texts fit in.
    private const int RentedLengthMin = 256;

    // A value that does not fit into so much room is asked for a string: its formatter may never be content.
    private const int FormattedRoomMax = 64 * 1024;

    private Span<T> _all;
    private T[]? _rented;
    private int _length;

    internal GrowingSpan(Span<T> initial)
    {
        _all = initial;
        _rented = null;
        _length = 0;
    }

    internal GrowingSpan(int capacity)
    {
        _rented = BufferPool<T>.Shared.Rent(Math.Max(capacity, RentedLengthMin));
        _all = _rented;
        _length = 0;
    }

    // What the pool lends at most, and for characters what a string may have.
    internal static int LengthMax => Unsafe.SizeOf<T>() == 1 ? BufferPool<byte>.LengthMax : 0x3FFFFFDF;

    internal readonly int Capacity => _all.Length;

    internal int Length
    {
        readonly get => _length;
        set
        {
            if ((uint)value > (uint)_length)
            {
                TextErrors.LengthOutside(value, _length);
            }

            _length = value;
        }
    }

    internal readonly Span<T> Written =>
        MemoryMarshal.CreateSpan(ref MemoryMarshal.GetReference(_all), _length);

    internal readonly Span<T> Room => MemoryMarshal.CreateSpan(ref End, _all.Length - _length);

    internal readonly ref T this[int index]
    {
        get
        {
            if ((uint)index >= (uint)_length)
            {
                TextErrors.IndexOutside(index, _length);
            }

            return ref _all[index];
        }
    }

    // The length is from 0 to that of the span at all times: tests of that are left out here and above.
    private readonly ref T End => ref Unsafe.Add(ref MemoryMarshal.GetReference(_all), (nint)(uint)_length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Append(T element)
    {
        int length = _length;
        Span<T> all = _all;
        if ((uint)length >= (uint)all.Length)
        {
            Grow(1);
            all = _all;
        }

        all[length] = element;
        _length = length + 1;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Append(scoped ReadOnlySpan<T> elements)
    {
        // One test of the room in all.
        int length = _length;
        if (elements.Length > _all.Length - length)
        {
            GrowAndAppend(elements);
            return;
        }

        elements.CopyTo(MemoryMarshal.CreateSpan(ref End, elements.Length));
        _length = length + elements.Length;
    }

    internal void Append(T element, int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        Reserve(count).Slice(0, count).Fill(element);
        _length += count;
    }

    /// <summary>Room for at least so many elements after what is written.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Span<T> Reserve(int count)
    {
        if (count > _all.Length - _length)
        {
            Grow(count);
        }

        return _all.Slice(_length);
    }

    /// <summary>Counts elements of the room as written.</summary>
    internal void Advance(int count)
    {
        if ((uint)count > (uint)(_all.Length - _length))
        {
            TextErrors.AdvanceOutside(count, _all.Length - _length);
        }

        _length += count;
    }

    /// <summary>Makes more room for a value that did not fit.</summary>
    /// <returns>False where there is so much that no value should need more.</returns>
    internal bool TryGrowForValue()
    {
        int room = _all.Length - _length;
        if (room >= FormattedRoomMax)
        {
            return false;
        }

        Grow(room + 1);
        return true;
    }

    /// <summary>Counts what a formatter says that it wrote.</summary>
    /// <typeparam name="TValue">The type that formatted itself.</typeparam>
    internal void AdvanceFormatted<TValue>(int written)
    {
        if ((uint)written > (uint)(_all.Length - _length))
        {
            TextErrors.BadFormatter(typeof(TValue), written, _all.Length - _length);
        }

        _length += written;
    }

    /// <summary>Puts fill elements before or behind the last ones, so that they take a width in all.</summary>
    /// <param name="start">Where the last ones begin.</param>
    /// <param name="width">The width that is wanted.</param>
    /// <param name="rightAligned">Whether the fill goes before them.</param>
    /// <param name="fill">The fill element.</param>
    internal void Align(int start, int width, bool rightAligned, T fill)
    {
        int own = _length - start;
        int missing = width - own;
        if (missing <= 0)
        {
            return;
        }

        Reserve(missing);
        Span<T> padding = _all.Slice(_length, missing);
        if (rightAligned)
        {
            _all.Slice(start, own).CopyTo(_all.Slice(start + missing));
            padding = _all.Slice(start, missing);
        }

        padding.Fill(fill);
        _length += missing;
    }

    /// <summary>Makes the room at least so large.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void Grow(int count)
    {
        T[]? old = MoveToLarger(count);
        BufferPool<T>.Shared.Return(ref old);
    }

    internal void Dispose()
    {
        T[]? rented = _rented;
        this = default;
        if (rented is not null)
        {
            BufferPool<T>.Shared.Return(ref rented);
        }
    }

    // The elements may be a part of this very span, so the old array goes back after they were copied.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void GrowAndAppend(scoped ReadOnlySpan<T> elements)
    {
        T[]? old = MoveToLarger(elements.Length);
        elements.CopyTo(_all.Slice(_length));
        _length += elements.Length;
        BufferPool<T>.Shared.Return(ref old);
    }

    private T[]? MoveToLarger(int count)
    {
        long wanted = (long)_length + count;
        if (wanted > LengthMax)
        {
            TextErrors.TooLong(wanted, LengthMax);
        }

        // Twice what is there, so that appending stays linear; as much as is wanted where that is more.
        long capacity = Math.Max(wanted, Math.Max(2L * _all.Length, RentedLengthMin));
        T[] larger = BufferPool<T>.Shared.Rent((int)Math.Min(capacity, LengthMax));
        Written.CopyTo(larger);
        T[]? old = _rented;
        _rented = larger;
        _all = larger;
        return old;
    }
}

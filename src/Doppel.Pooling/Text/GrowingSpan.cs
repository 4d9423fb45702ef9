using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Doppel.Pooling;

/// <summary>
/// The common base of both builders: a span that starts in the caller's memory and moves to rented arrays as it grows.
/// </summary>
/// <typeparam name="T">A UTF-16 code unit or a byte.</typeparam>
/// <remarks>
/// All capacity checks and all growth of both builders happen here. The written elements are always the first
/// <see cref="Length"/> elements, and only they are copied when the span grows.
/// </remarks>
internal ref struct GrowingSpan<T>
    where T : unmanaged
{
    // Growth from an empty or short span goes directly to a size that fits most texts.
    private const int RentedLengthMin = 256;

    // A value that does not fit into this much space is converted to a string: its formatter might never be satisfied.
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

    // The longest array of the pool and, for characters, the maximum length of a string.
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

    // The length is always between 0 and the length of the span, so range checks are omitted here and above.
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
        // A single capacity check.
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

    /// <summary>Returns space for at least a number of elements after the written ones.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Span<T> Reserve(int count)
    {
        if (count > _all.Length - _length)
        {
            Grow(count);
        }

        return _all.Slice(_length);
    }

    /// <summary>Marks elements of the free space as written.</summary>
    internal void Advance(int count)
    {
        if ((uint)count > (uint)(_all.Length - _length))
        {
            TextErrors.AdvanceOutside(count, _all.Length - _length);
        }

        _length += count;
    }

    /// <summary>Grows the span for a value that did not fit.</summary>
    /// <returns>False if there is already more space than any value should need.</returns>
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

    /// <summary>Marks as written the number of elements that a formatter reported.</summary>
    /// <typeparam name="TValue">The type that formatted itself.</typeparam>
    internal void AdvanceFormatted<TValue>(int written)
    {
        if ((uint)written > (uint)(_all.Length - _length))
        {
            TextErrors.BadFormatter(typeof(TValue), written, _all.Length - _length);
        }

        _length += written;
    }

    /// <summary>Pads the last elements to a width with fill elements on the left or right.</summary>
    /// <param name="start">The index of the first element to pad.</param>
    /// <param name="width">The minimum width, in elements.</param>
    /// <param name="rightAligned">Whether the fill elements go on the left.</param>
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

    /// <summary>Grows the span so that at least a number of elements fit.</summary>
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

    // The elements may be part of this span, so the old array is returned only after they are copied.
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

        // Doubling keeps appending linear. Use the requested capacity if that is more.
        long capacity = Math.Max(wanted, Math.Max(2L * _all.Length, RentedLengthMin));
        T[] larger = BufferPool<T>.Shared.Rent((int)Math.Min(capacity, LengthMax));
        Written.CopyTo(larger);
        T[]? old = _rented;
        _rented = larger;
        _all = larger;
        return old;
    }
}

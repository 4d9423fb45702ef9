using System.Numerics;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>The different sizes of files, each with a byte of flags. Takes 18 to 36 bytes for each.</summary>
/// <remarks>Not thread-safe, but any thread may read while none writes.</remarks>
internal sealed class SizeMarks : IDisposable
{
    // 2^64 divided by the golden ratio, so that similar sizes fall far apart.
    private const ulong Spread = 0x9E3779B97F4A7C15;
    private const int SlotsMin = 1 << 10;

    // No file has this size.
    private const long Empty = long.MinValue;

    // A slot is empty or has a size, and its flags are in the other table. At least every other slot is empty.
    private NativeBuffer<long> _sizes = NewSizes(SlotsMin);
    private NativeBuffer<byte> _marks = new(SlotsMin);
    private int _count;

    public void Dispose()
    {
        _sizes.Dispose();
        _marks.Dispose();
    }

    /// <summary>Adds a size without flags, unless it was added before.</summary>
    internal void Add(long size)
    {
        int slot = SlotOf(_sizes, size);
        if (_sizes[slot] == size)
        {
            return;
        }

        if (2 * (_count + 1) > _sizes.Length)
        {
            Grow();
            slot = SlotOf(_sizes, size);
        }

        (_sizes[slot], _marks[slot]) = (size, 0);
        _count++;
    }

    /// <summary>Sets flags of a size. Sizes that were not added are ignored.</summary>
    internal void Mark(long size, byte flags)
    {
        int slot = SlotOf(_sizes, size);
        if (_sizes[slot] == size)
        {
            _marks[slot] |= flags;
        }
    }

    /// <summary>Gets the flags of a size.</summary>
    /// <returns>False if it was not added.</returns>
    internal bool TryGet(long size, out byte flags)
    {
        int slot = SlotOf(_sizes, size);
        bool isThere = _sizes[slot] == size;
        flags = isThere ? _marks[slot] : (byte)0;
        return isThere;
    }

    private static NativeBuffer<long> NewSizes(int slots)
    {
        var sizes = new NativeBuffer<long>(slots);
        sizes.Span.Fill(Empty);
        return sizes;
    }

    // Returns where a size is, or the empty slot where it belongs.
    private static int SlotOf(NativeBuffer<long> sizes, long size)
    {
        int slot = (int)((ulong)size * Spread >> (64 - BitOperations.Log2((uint)sizes.Length)));
        while (sizes[slot] != size && sizes[slot] != Empty)
        {
            slot = (slot + 1) & (sizes.Length - 1);
        }

        return slot;
    }

    private void Grow()
    {
        NativeBuffer<long> sizes = NewSizes(checked(2 * _sizes.Length));
        var marks = new NativeBuffer<byte>(sizes.Length);
        for (int old = 0; old < _sizes.Length; old++)
        {
            if (_sizes[old] != Empty)
            {
                int slot = SlotOf(sizes, _sizes[old]);
                (sizes[slot], marks[slot]) = (_sizes[old], _marks[old]);
            }
        }

        Dispose();
        (_sizes, _marks) = (sizes, marks);
    }
}

using System.Numerics;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Tells which sizes surely occur once, in one to two bytes for each file.</summary>
/// <remarks>
/// A size falls into one of four to eight slots for each file; where only one fell, it has no equal. Of the sizes that
/// occur once it lets one in five to nine through.
/// </remarks>
internal sealed class SizeFilter : IDisposable
{
    // 2^64 divided by the golden ratio: neighbouring sizes fall far from one another.
    private const ulong Spread = 0x9E3779B97F4A7C15;
    private const int SlotsMin = 1 << 10;
    private const int SlotsMax = 1 << 30;

    private readonly NativeBuffer<byte> _slots;
    private readonly int _shift;

    internal SizeFilter(int files)
    {
        int slots = (int)Math.Clamp(BitOperations.RoundUpToPowerOf2((ulong)files * 4), SlotsMin, SlotsMax);
        _slots = new NativeBuffer<byte>(slots / 4);
        _slots.Span.Clear();
        _shift = 64 - BitOperations.Log2((uint)slots);
    }

    public void Dispose() => _slots.Dispose();

    internal void Add(long size)
    {
        (int index, int bits) = SlotOf(size);
        ref byte four = ref _slots[index];

        // 0, then 1, then 3 for good; without a branch, which would be guessed wrongly too often.
        four |= (byte)((1 << bits) | ((four >> bits & 1) << (bits + 1)));
    }

    /// <summary>Whether another file may have this size, which was added before.</summary>
    internal bool MayHaveTwin(long size)
    {
        (int index, int bits) = SlotOf(size);
        return (_slots[index] >> bits & 2) != 0;
    }

    private (int Index, int Bits) SlotOf(long size)
    {
        uint slot = (uint)((ulong)size * Spread >> _shift);
        return ((int)(slot >> 2), (int)(slot & 3) * 2);
    }
}

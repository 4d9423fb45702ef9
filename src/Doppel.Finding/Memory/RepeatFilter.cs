using System.Numerics;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Detects numbers, such as sizes, that certainly occur only once, using one to two bytes for each.</summary>
/// <remarks>
/// Each number falls into one of four to eight slots per number. One that is alone in its slot occurs only once. The
/// filter lets through one in five to nine of the numbers that occur once.
/// </remarks>
internal sealed class RepeatFilter : IDisposable
{
    // 2^64 divided by the golden ratio, so that similar numbers fall far apart.
    private const ulong Spread = 0x9E3779B97F4A7C15;
    private const int SlotsMin = 1 << 10;
    private const int SlotsMax = 1 << 30;

    private readonly NativeBuffer<byte> _slots;
    private readonly int _shift;

    internal RepeatFilter(long count)
    {
        int slots = (int)Math.Clamp(BitOperations.RoundUpToPowerOf2((ulong)count * 4), SlotsMin, SlotsMax);
        _slots = new NativeBuffer<byte>(slots / 4);
        _slots.Span.Clear();
        _shift = 64 - BitOperations.Log2((uint)slots);
    }

    public void Dispose() => _slots.Dispose();

    internal void Add(long number)
    {
        (int index, int bits) = SlotOf(number);
        ref byte four = ref _slots[index];

        // 0, then 1, then 3 from there on. Without a branch, which would be mispredicted too often.
        four |= (byte)((1 << bits) | ((four >> bits & 1) << (bits + 1)));
    }

    /// <summary>Returns whether a number may have been added.</summary>
    internal bool MayHave(long number)
    {
        (int index, int bits) = SlotOf(number);
        return (_slots[index] >> bits & 1) != 0;
    }

    /// <summary>Returns whether a number that was added may have been added more than once.</summary>
    internal bool MayRepeat(long number)
    {
        (int index, int bits) = SlotOf(number);
        return (_slots[index] >> bits & 2) != 0;
    }

    private (int Index, int Bits) SlotOf(long number)
    {
        uint slot = (uint)((ulong)number * Spread >> _shift);
        return ((int)(slot >> 2), (int)(slot & 3) * 2);
    }
}

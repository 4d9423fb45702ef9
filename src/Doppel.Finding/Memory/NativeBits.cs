using System.Numerics;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>A bit array in unmanaged memory, initially all zeros.</summary>
/// <remarks>Not thread-safe while a bit is being set.</remarks>
internal sealed class NativeBits : IDisposable
{
    private const int Shift = 6;

    private readonly NativeBuffer<ulong> _words;

    internal NativeBits(int length)
    {
        Length = length;
        _words = new NativeBuffer<ulong>((length >> Shift) + 1);
        _words.Span.Clear();
    }

    internal int Length { get; }

    internal bool this[int index] => (_words[index >> Shift] >> index & 1) != 0;

    public void Dispose() => _words.Dispose();

    internal void Set(int index) => _words[index >> Shift] |= 1UL << index;

    internal void Unset(int index) => _words[index >> Shift] &= ~(1UL << index);

    /// <summary>Returns the index of the first set bit at or after an index, or the length if there is none.</summary>
    internal int NextSet(int index)
    {
        if (index >= Length)
        {
            return Length;
        }

        int word = index >> Shift;
        ulong bits = _words[word] & (ulong.MaxValue << index);
        while (bits == 0)
        {
            if (++word == _words.Length)
            {
                return Length;
            }

            bits = _words[word];
        }

        return Math.Min(Length, (word << Shift) + BitOperations.TrailingZeroCount(bits));
    }
}

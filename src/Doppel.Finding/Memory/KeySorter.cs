using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>Sorts numbers by their upper 32 bits. The sort is stable.</summary>
/// <remarks>
/// This is a radix sort from the lowest digit up. It needs as much additional memory as the keys take.
/// </remarks>
internal static class KeySorter
{
    private const int DigitBits = 11;
    private const int Digits = 1 << DigitBits;
    private const int KeyBits = 32;

    /// <summary>Sorts keys by their upper 32 bits.</summary>
    /// <param name="keys">The keys to sort in place.</param>
    internal static void Sort(Span<ulong> keys)
    {
        using var other = new NativeBuffer<ulong>(keys.Length);
        Span<ulong> from = keys;
        Span<ulong> to = other.Span;
        Span<int> places = stackalloc int[Digits];
        for (int shift = 0; shift < KeyBits; shift += DigitBits)
        {
            if (TryPlace(from, shift, places))
            {
                foreach (ulong key in from)
                {
                    to[places[DigitOf(key, shift)]++] = key;
                }

                Span<ulong> done = to;
                to = from;
                from = done;
            }
        }

        if (from != keys)
        {
            from.CopyTo(keys);
        }
    }

    // Computes where each digit's keys begin; returns false if all keys have the same digit.
    private static bool TryPlace(ReadOnlySpan<ulong> keys, int shift, Span<int> places)
    {
        places.Clear();
        foreach (ulong key in keys)
        {
            places[DigitOf(key, shift)]++;
        }

        int next = 0;
        foreach (ref int place in places)
        {
            if (place == keys.Length)
            {
                return false;
            }

            (place, next) = (next, next + place);
        }

        return true;
    }

    private static int DigitOf(ulong key, int shift) => (int)(key >> (32 + shift)) & (Digits - 1);
}

using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using static Doppel.Hashing.Bits;
using static Doppel.Hashing.Xxh3Constants;
using static Doppel.Hashing.Xxh3Mixing;

namespace Doppel.Hashing;

/// <summary>
/// Computes XXH3-128 of inputs of at most <see cref="ShortBytesMax"/> bytes, which need no accumulators.
/// </summary>
/// <remarks>
/// Each method returns a digest in at most four places and constructs it in one. With more, .NET 9 passes the digest
/// through memory in pieces that defeat store forwarding, which costs more than hashing 64 bytes.
/// </remarks>
internal static class Xxh3Short
{
    /// <summary>
    /// Computes the digest of <paramref name="length"/> bytes, at most <see cref="ShortBytesMax"/>.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Digest128 Hash(ref byte source, int length, ulong seed)
    {
        if (length <= 16)
        {
            return Hash0To16(ref source, length, seed);
        }

        if (length <= 128)
        {
            return Hash17To128(ref source, length, seed);
        }

        return Hash129To240(ref source, length, seed);
    }

    private static Digest128 Hash0To16(ref byte source, int length, ulong seed)
    {
        ref byte secret = ref MemoryMarshal.GetReference(Secret);
        ulong low;
        ulong high;
        if (length > 8)
        {
            Mix9To16(ref source, ref secret, length, seed, out low, out high);
        }
        else if (length >= 4)
        {
            Mix4To8(ref source, ref secret, length, seed, out low, out high);
        }
        else if (length > 0)
        {
            Mix1To3(ref source, ref secret, length, seed, out low, out high);
        }
        else
        {
            low = AvalancheXxh64(seed ^ Read64(ref secret, 64) ^ Read64(ref secret, 72));
            high = AvalancheXxh64(seed ^ Read64(ref secret, 80) ^ Read64(ref secret, 88));
        }

        return new(high, low);
    }

    // Here and below, the default seed is passed as a constant: the compiler then removes every addition of it, which
    // saves a tenth of the time.
    private static Digest128 Hash17To128(ref byte source, int length, ulong seed)
    {
        ref byte secret = ref MemoryMarshal.GetReference(Secret);
        return seed == 0
            ? Mix17To128(ref source, ref secret, length, 0)
            : Mix17To128(ref source, ref secret, length, seed);
    }

    private static Digest128 Hash129To240(ref byte source, int length, ulong seed)
    {
        if (seed == 0)
        {
            return Unseeded129To240(ref source, length);
        }

        return Mix129To240(ref source, ref MemoryMarshal.GetReference(Secret), length, seed);
    }

    // A separate method, because the compiler does not inline both variants into one.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Digest128 Unseeded129To240(ref byte source, int length) =>
        Mix129To240(ref source, ref MemoryMarshal.GetReference(Secret), length, 0);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Mix1To3(
        ref byte source, ref byte secret, int length, ulong seed, out ulong low, out ulong high)
    {
        uint first = source;
        uint middle = At(ref source, length >> 1);
        uint last = At(ref source, length - 1);
        uint lowInput = last | ((uint)length << 8) | (first << 16) | (middle << 24);
        uint highInput = BitOperations.RotateLeft(BinaryPrimitives.ReverseEndianness(lowInput), 13);
        ulong lowKey = (Read32(ref secret, 0) ^ Read32(ref secret, 4)) + seed;
        ulong highKey = (Read32(ref secret, 8) ^ Read32(ref secret, 12)) - seed;
        low = AvalancheXxh64(lowInput ^ lowKey);
        high = AvalancheXxh64(highInput ^ highKey);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Mix4To8(
        ref byte source, ref byte secret, int length, ulong seed, out ulong low, out ulong high)
    {
        seed ^= (ulong)BinaryPrimitives.ReverseEndianness((uint)seed) << 32;
        ulong input = Read32(ref source, 0) | ((ulong)Read32(ref source, length - 4) << 32);
        ulong keyed = input ^ ((Read64(ref secret, 16) ^ Read64(ref secret, 24)) + seed);
        ulong factor = Prime64A + ((ulong)length << 2);

        low = keyed * factor;
        high = MultiplyHigh(keyed, factor) + (low << 1);
        low ^= high >> 3;
        low ^= low >> 35;
        low *= PrimeMixB;
        low ^= low >> 28;
        high = Avalanche(high);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Mix9To16(
        ref byte source, ref byte secret, int length, ulong seed, out ulong low, out ulong high)
    {
        ulong first = Read64(ref source, 0);
        ulong last = Read64(ref source, length - 8);
        ulong both = first ^ last ^ ((Read64(ref secret, 32) ^ Read64(ref secret, 40)) - seed);
        ulong tail = last ^ ((Read64(ref secret, 48) ^ Read64(ref secret, 56)) + seed);

        low = (both * Prime64A) + ((ulong)(length - 1) << 54);
        high = MultiplyHigh(both, Prime64A) + tail + ((uint)tail * (ulong)(Prime32B - 1));
        low ^= BinaryPrimitives.ReverseEndianness(high);

        // Multiplies the two words, as one 128-bit number, by a prime.
        high = Avalanche(MultiplyHigh(low, Prime64B) + (high * Prime64B));
        low = Avalanche(low * Prime64B);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Digest128 Mix17To128(ref byte source, ref byte secret, int length, ulong seed)
    {
        ulong low = (ulong)length * Prime64A;
        ulong high = 0;
        ref byte end = ref At(ref source, length);

        // Mixes pairs of pieces from both ends, innermost first. They overlap if the length is not a multiple of 32.
        // The unrolled form takes a third less time at 64 bytes.
        if (length > 32)
        {
            if (length > 64)
            {
                if (length > 96)
                {
                    MixPair(
                        ref low, ref high, ref At(ref source, 48), ref At(ref end, -64), ref At(ref secret, 96), seed);
                }

                MixPair(ref low, ref high, ref At(ref source, 32), ref At(ref end, -48), ref At(ref secret, 64), seed);
            }

            MixPair(ref low, ref high, ref At(ref source, 16), ref At(ref end, -32), ref At(ref secret, 32), seed);
        }

        MixPair(ref low, ref high, ref source, ref At(ref end, -16), ref secret, seed);
        return Finish(low, high, length, seed);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Digest128 Mix129To240(ref byte source, ref byte secret, int length, ulong seed)
    {
        ulong low = (ulong)length * Prime64A;
        ulong high = 0;
        ref byte end = ref At(ref source, length);

        MixPair(ref low, ref high, ref source, ref At(ref source, 16), ref secret, seed);
        MixPair(ref low, ref high, ref At(ref source, 32), ref At(ref source, 48), ref At(ref secret, 32), seed);
        MixPair(ref low, ref high, ref At(ref source, 64), ref At(ref source, 80), ref At(ref secret, 64), seed);
        MixPair(ref low, ref high, ref At(ref source, 96), ref At(ref source, 112), ref At(ref secret, 96), seed);
        low = Avalanche(low);
        high = Avalanche(high);

        ref byte piece = ref At(ref source, 128);
        ref byte key = ref At(ref secret, 3);
        for (int pairs = (length - 128) / 32; pairs > 0; pairs--)
        {
            MixPair(ref low, ref high, ref piece, ref At(ref piece, 16), ref key, seed);
            piece = ref At(ref piece, 32);
            key = ref At(ref key, 32);
        }

        // Mixes the last 32 bytes once more, with halves swapped and the seed negated.
        MixPair(ref low, ref high, ref At(ref end, -16), ref At(ref end, -32), ref At(ref secret, 103), 0 - seed);
        return Finish(low, high, length, seed);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void MixPair(
        ref ulong low, ref ulong high, ref byte first, ref byte second, ref byte secret, ulong seed)
    {
        ulong firstA = Read64(ref first, 0);
        ulong firstB = Read64(ref first, 8);
        ulong secondA = Read64(ref second, 0);
        ulong secondB = Read64(ref second, 8);
        low += MultiplyFold(
            firstA ^ (Read64(ref secret, 0) + seed),
            firstB ^ (Read64(ref secret, 8) - seed));
        low ^= secondA + secondB;
        high += MultiplyFold(
            secondA ^ (Read64(ref secret, 16) + seed),
            secondB ^ (Read64(ref secret, 24) - seed));
        high ^= firstA + firstB;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Digest128 Finish(ulong low, ulong high, int length, ulong seed)
    {
        ulong mixed = (low * Prime64A) + (high * Prime64D) + (((ulong)length - seed) * Prime64B);
        return new(0 - Avalanche(mixed), Avalanche(low + high));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte At(ref byte source, int offset) => ref Unsafe.Add(ref source, offset);
}

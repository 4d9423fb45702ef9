using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using static Doppel.Hashing.Xxh3Constants;

namespace Doppel.Hashing;

/// <summary>Processes a whole stripe at a time with AVX-512.</summary>
internal readonly struct StripeKernel512 : IStripeKernel
{
    public static bool IsSupported => Avx512F.IsSupported;

    public static void AddBlocks(ref ulong accumulators, ref byte input, nuint blocks, ref byte secret)
    {
        Vector512<ulong> sums = Vector512.LoadUnsafe(ref accumulators);
        for (; blocks != 0; blocks--)
        {
            sums = Add(sums, ref input, StripesPerBlock, ref secret);
            sums = Scramble(sums, Load(ref secret, ScrambleSecretOffset));
            input = ref Unsafe.Add(ref input, BlockBytes);
        }

        sums.StoreUnsafe(ref accumulators);
    }

    public static void AddTail(
        ref ulong accumulators, ref byte input, nuint stripes, ref byte last, ref byte secret)
    {
        Vector512<ulong> sums = Vector512.LoadUnsafe(ref accumulators);
        sums = Add(sums, ref input, stripes, ref secret);
        sums = Add(sums, ref last, 1, ref Unsafe.Add(ref secret, LastStripeSecretOffset));
        sums.StoreUnsafe(ref accumulators);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Add(Vector512<ulong> sums, ref byte input, nuint stripes, ref byte secret)
    {
        // As in StripeKernel256, the plain words are summed separately and swapped once.
        Vector512<ulong> plain = Vector512<ulong>.Zero;
        for (nuint stripe = 0; stripe < stripes; stripe++)
        {
            Vector512<ulong> words = Load(ref input, 0);
            sums += MultiplyHalves(words ^ Load(ref secret, 0));
            plain += words;
            input = ref Unsafe.Add(ref input, StripeBytes);
            secret = ref Unsafe.Add(ref secret, SecretStepBytes);
        }

        return sums + SwapNeighbours(plain);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Scramble(Vector512<ulong> sums, Vector512<ulong> secret)
    {
        sums ^= Avx512F.ShiftRightLogical(sums, 47);
        sums ^= secret;
        Vector512<uint> prime = Vector512.Create(Prime32A);
        Vector512<ulong> low = Avx512F.Multiply(sums.AsUInt32(), prime);
        Vector512<ulong> high = Avx512F.Multiply(Avx512F.ShiftRightLogical(sums, 32).AsUInt32(), prime);
        return low + Avx512F.ShiftLeftLogical(high, 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> MultiplyHalves(Vector512<ulong> words) =>
        Avx512F.Multiply(words.AsUInt32(), Avx512F.ShiftRightLogical(words, 32).AsUInt32());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> SwapNeighbours(Vector512<ulong> words) =>
        Avx512F.Shuffle(words.AsUInt32(), 0b_01_00_11_10).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<ulong> Load(ref byte source, int offset) =>
        Vector512.LoadUnsafe(ref source, (nuint)offset).AsUInt64();
}

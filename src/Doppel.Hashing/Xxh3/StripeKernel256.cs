using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using static Doppel.Hashing.Xxh3Constants;

namespace Doppel.Hashing;

/// <summary>Processes four lanes at a time with AVX2.</summary>
/// <remarks>
/// Shifts and multiplications call the intrinsics by name. When .NET 9 compiles ahead of time for a processor without
/// AVX-512, it splits the operator <c>&gt;&gt;</c> into operations on single words, which makes this path twenty times
/// slower.
/// </remarks>
internal readonly struct StripeKernel256 : IStripeKernel
{
    private const int HalfBytes = StripeBytes / 2;

    public static bool IsSupported => Avx2.IsSupported;

    public static void AddBlocks(ref ulong accumulators, ref byte input, nuint blocks, ref byte secret)
    {
        Vector256<ulong> left = Vector256.LoadUnsafe(ref accumulators);
        Vector256<ulong> right = Vector256.LoadUnsafe(ref accumulators, 4);
        for (; blocks != 0; blocks--)
        {
            (left, right) = Add(left, right, ref input, StripesPerBlock, ref secret);
            left = Scramble(left, Load(ref secret, ScrambleSecretOffset));
            right = Scramble(right, Load(ref secret, ScrambleSecretOffset + HalfBytes));
            input = ref Unsafe.Add(ref input, BlockBytes);
        }

        left.StoreUnsafe(ref accumulators);
        right.StoreUnsafe(ref accumulators, 4);
    }

    public static void AddTail(
        ref ulong accumulators, ref byte input, nuint stripes, ref byte last, ref byte secret)
    {
        Vector256<ulong> left = Vector256.LoadUnsafe(ref accumulators);
        Vector256<ulong> right = Vector256.LoadUnsafe(ref accumulators, 4);
        (left, right) = Add(left, right, ref input, stripes, ref secret);
        (left, right) = Add(left, right, ref last, 1, ref Unsafe.Add(ref secret, LastStripeSecretOffset));
        left.StoreUnsafe(ref accumulators);
        right.StoreUnsafe(ref accumulators, 4);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static (Vector256<ulong> Left, Vector256<ulong> Right) Add(
        Vector256<ulong> left, Vector256<ulong> right, ref byte input, nuint stripes, ref byte secret)
    {
        // Each lane also adds its neighbor's plain words. The order of additions does not matter, so these are summed
        // separately and swapped once at the end instead of once per stripe. This also halves the dependency chain of
        // the sums.
        Vector256<ulong> leftPlain = Vector256<ulong>.Zero;
        Vector256<ulong> rightPlain = Vector256<ulong>.Zero;
        for (nuint stripe = 0; stripe < stripes; stripe++)
        {
            Vector256<ulong> leftWords = Load(ref input, 0);
            Vector256<ulong> rightWords = Load(ref input, HalfBytes);
            left += MultiplyHalves(leftWords ^ Load(ref secret, 0));
            right += MultiplyHalves(rightWords ^ Load(ref secret, HalfBytes));
            leftPlain += leftWords;
            rightPlain += rightWords;
            input = ref Unsafe.Add(ref input, StripeBytes);
            secret = ref Unsafe.Add(ref secret, SecretStepBytes);
        }

        return (left + SwapNeighbours(leftPlain), right + SwapNeighbours(rightPlain));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Scramble(Vector256<ulong> sums, Vector256<ulong> secret)
    {
        sums ^= Avx2.ShiftRightLogical(sums, 47);
        sums ^= secret;
        Vector256<uint> prime = Vector256.Create(Prime32A);
        Vector256<ulong> low = Avx2.Multiply(sums.AsUInt32(), prime);
        Vector256<ulong> high = Avx2.Multiply(Avx2.ShiftRightLogical(sums, 32).AsUInt32(), prime);
        return low + Avx2.ShiftLeftLogical(high, 32);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> MultiplyHalves(Vector256<ulong> words) =>
        Avx2.Multiply(words.AsUInt32(), Avx2.ShiftRightLogical(words, 32).AsUInt32());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> SwapNeighbours(Vector256<ulong> words) =>
        Avx2.Shuffle(words.AsUInt32(), 0b_01_00_11_10).AsUInt64();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> Load(ref byte source, int offset) =>
        Vector256.LoadUnsafe(ref source, (nuint)offset).AsUInt64();
}

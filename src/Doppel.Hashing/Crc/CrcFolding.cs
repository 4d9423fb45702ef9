using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using ArmAes = System.Runtime.Intrinsics.Arm.Aes;

namespace Doppel.Hashing.Crc;

/// <summary>
/// Makes 16 bytes of many that leave the same remainder, as Gopal and others tell it in "Fast CRC Computation for
/// Generic Polynomials Using PCLMULQDQ Instruction" (Intel, 2009).
/// </summary>
/// <remarks>
/// A block of 128 bits that stands d bits before another is multiplied with x^d modulo the polynomial and added to that
/// other one: what is left is shorter, and its remainder the same. Each half is multiplied for itself, since only 64
/// bits by 64 can be multiplied. This does not depend on the polynomial but by the constants.
/// </remarks>
internal static class CrcFolding
{
    /// <summary>Bytes of a block.</summary>
    internal const int BlockBytes = 16;

    /// <summary>Fewer bytes cannot be folded: four blocks.</summary>
    internal const int BytesMin = 4 * BlockBytes;

    /// <summary>Whether this processor multiplies without carries.</summary>
    internal static bool IsSupported => Pclmulqdq.IsSupported || ArmAes.IsSupported;

    /// <summary>Folds whole blocks into one.</summary>
    /// <param name="register">What came before.</param>
    /// <param name="source">At least <see cref="BytesMin"/> bytes, in whole blocks.</param>
    /// <param name="overFour">What folds a block over four blocks.</param>
    /// <param name="overOne">What folds a block over one.</param>
    internal static Vector128<ulong> Fold(
        ulong register, ReadOnlySpan<byte> source, Vector128<ulong> overFour, Vector128<ulong> overOne)
    {
        ref byte input = ref MemoryMarshal.GetReference(source);
        nuint length = (nuint)source.Length;
        Vector128<ulong> first = Load(ref input, 0) ^ Vector128.CreateScalar(register);
        Vector128<ulong> second = Load(ref input, BlockBytes);
        Vector128<ulong> third = Load(ref input, 2 * BlockBytes);
        Vector128<ulong> fourth = Load(ref input, 3 * BlockBytes);

        // Four chains, since a product takes about four cycles and one can be begun in each.
        nuint at = BytesMin;
        for (; at + BytesMin <= length; at += BytesMin)
        {
            first = Multiply(first, overFour) ^ Load(ref input, at);
            second = Multiply(second, overFour) ^ Load(ref input, at + BlockBytes);
            third = Multiply(third, overFour) ^ Load(ref input, at + (2 * BlockBytes));
            fourth = Multiply(fourth, overFour) ^ Load(ref input, at + (3 * BlockBytes));
        }

        first = Multiply(first, overOne) ^ second;
        first = Multiply(first, overOne) ^ third;
        first = Multiply(first, overOne) ^ fourth;
        for (; at < length; at += BlockBytes)
        {
            first = Multiply(first, overOne) ^ Load(ref input, at);
        }

        return first;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Multiply(Vector128<ulong> block, Vector128<ulong> by) => Pclmulqdq.IsSupported
        ? Pclmulqdq.CarrylessMultiply(block, by, 0x00) ^ Pclmulqdq.CarrylessMultiply(block, by, 0x11)
        : ArmAes.PolynomialMultiplyWideningLower(block.GetLower(), by.GetLower())
            ^ ArmAes.PolynomialMultiplyWideningUpper(block, by);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ulong> Load(ref byte source, nuint offset) =>
        Vector128.LoadUnsafe(ref source, offset).AsUInt64();
}

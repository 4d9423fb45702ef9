using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using ArmAes = System.Runtime.Intrinsics.Arm.Aes;

namespace Doppel.Hashing;

/// <summary>
/// Reduces many bytes to 16 bytes with the same remainder, as described by Gopal et al. in "Fast CRC Computation for
/// Generic Polynomials Using PCLMULQDQ Instruction" (Intel, 2009).
/// </summary>
/// <remarks>
/// A 128-bit block that precedes another block by d bits is multiplied by x^d modulo the polynomial and added to that
/// block. The result is shorter and has the same remainder. The halves of a block are multiplied separately, because
/// the instruction multiplies 64 bits by 64 bits. Only the constants depend on the polynomial.
/// </remarks>
internal static class CrcFolding
{
    /// <summary>The size of a block in bytes.</summary>
    internal const int BlockBytes = 16;

    /// <summary>The minimum number of bytes that can be folded: four blocks.</summary>
    internal const int BytesMin = 4 * BlockBytes;

    /// <summary>Whether this processor supports carry-less multiplication.</summary>
    internal static bool IsSupported => Pclmulqdq.IsSupported || ArmAes.IsSupported;

    /// <summary>Folds whole blocks into one.</summary>
    /// <param name="register">The CRC register of the preceding bytes.</param>
    /// <param name="source">The bytes: at least <see cref="BytesMin"/>, in whole blocks.</param>
    /// <param name="overFour">The constants that fold a block over four blocks.</param>
    /// <param name="overOne">The constants that fold a block over one block.</param>
    internal static Vector128<ulong> Fold(
        ulong register, ReadOnlySpan<byte> source, Vector128<ulong> overFour, Vector128<ulong> overOne)
    {
        ref byte input = ref MemoryMarshal.GetReference(source);
        nuint length = (nuint)source.Length;
        Vector128<ulong> first = Load(ref input, 0) ^ Vector128.CreateScalar(register);
        Vector128<ulong> second = Load(ref input, BlockBytes);
        Vector128<ulong> third = Load(ref input, 2 * BlockBytes);
        Vector128<ulong> fourth = Load(ref input, 3 * BlockBytes);

        // Four independent chains, because a multiplication takes about four cycles and one can start in each.
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

using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Doppel.Hashing;

/// <summary>Functions that read and multiply words.</summary>
internal static class Bits
{
    /// <summary>Reads the little-endian 64-bit word at <paramref name="offset"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Read64(ref byte source, int offset)
    {
        ulong word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, offset));
        return BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word);
    }

    /// <summary>Reads the little-endian 32-bit word at <paramref name="offset"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint Read32(ref byte source, int offset)
    {
        uint word = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, offset));
        return BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word);
    }

    /// <summary>Returns the upper half of the 128-bit product.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong MultiplyHigh(ulong left, ulong right)
    {
        if (Bmi2.X64.IsSupported)
        {
            return Bmi2.X64.MultiplyNoFlags(left, right);
        }

        return ArmBase.Arm64.IsSupported
            ? ArmBase.Arm64.MultiplyHigh(left, right)
            : Math.BigMul(left, right, out _);
    }

    /// <summary>Returns the XOR of the two halves of the 128-bit product.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong MultiplyFold(ulong left, ulong right) => MultiplyHigh(left, right) ^ (left * right);
}

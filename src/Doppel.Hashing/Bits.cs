using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using static Doppel.Hashing.Xxh3Constants;

namespace Doppel.Hashing;

/// <summary>Functions that read and mix words, shared by all variants of XXH3.</summary>
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

    /// <summary>Applies the final mix of XXH3.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Avalanche(ulong word)
    {
        word ^= word >> 37;
        word *= PrimeMixA;
        return word ^ (word >> 32);
    }

    /// <summary>Applies the final mix of XXH64, which XXH3 uses for the shortest inputs.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong AvalancheXxh64(ulong word)
    {
        word ^= word >> 33;
        word *= Prime64B;
        word ^= word >> 29;
        word *= Prime64C;
        return word ^ (word >> 32);
    }
}

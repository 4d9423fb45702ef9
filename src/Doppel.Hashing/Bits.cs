using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using static Doppel.Hashing.Xxh3Constants;

namespace Doppel.Hashing;

/// <summary>Reading and mixing of single words, as every form of XXH3 uses it.</summary>
internal static class Bits
{
    /// <summary>The little-endian word at <paramref name="offset"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Read64(ref byte source, int offset)
    {
        ulong word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, offset));
        return BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word);
    }

    /// <summary>The little-endian half word at <paramref name="offset"/> bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static uint Read32(ref byte source, int offset)
    {
        uint word = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, offset));
        return BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word);
    }

    /// <summary>The upper half of the 128-bit product.</summary>
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

    /// <summary>The 128-bit product with its upper half laid over its lower one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong MultiplyFold(ulong left, ulong right) => MultiplyHigh(left, right) ^ (left * right);

    /// <summary>XXH3's closing mix.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Avalanche(ulong word)
    {
        word ^= word >> 37;
        word *= PrimeMixA;
        return word ^ (word >> 32);
    }

    /// <summary>XXH64's closing mix, which XXH3 keeps for the shortest inputs.</summary>
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

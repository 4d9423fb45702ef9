using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using ArmCrc32 = System.Runtime.Intrinsics.Arm.Crc32;

namespace Doppel.Hashing;

/// <summary>Computes CRCs with the dedicated instructions of the processor.</summary>
internal static class CrcInstructions
{
    /// <summary>Returns whether this processor supports the instruction.</summary>
    internal static bool IsSupported(CrcInstruction instruction) => instruction switch
    {
        CrcInstruction.Crc32 => ArmCrc32.Arm64.IsSupported,
        CrcInstruction.Crc32C => Sse42.X64.IsSupported || ArmCrc32.Arm64.IsSupported,
        _ => false,
    };

    /// <summary>Appends bytes to a CRC register.</summary>
    internal static uint Append(CrcInstruction instruction, uint register, ReadOnlySpan<byte> source) =>
        instruction == CrcInstruction.Crc32C ? AppendCrc32C(register, source) : AppendCrc32(register, source);

    private static uint AppendCrc32C(uint register, ReadOnlySpan<byte> source)
    {
        ref byte input = ref MemoryMarshal.GetReference(source);
        int at = 0;
        for (; at <= source.Length - sizeof(ulong); at += sizeof(ulong))
        {
            register = BitOperations.Crc32C(register, Bits.Read64(ref input, at));
        }

        for (; at < source.Length; at++)
        {
            register = BitOperations.Crc32C(register, Unsafe.Add(ref input, at));
        }

        return register;
    }

    private static uint AppendCrc32(uint register, ReadOnlySpan<byte> source)
    {
        ref byte input = ref MemoryMarshal.GetReference(source);
        int at = 0;
        for (; at <= source.Length - sizeof(ulong); at += sizeof(ulong))
        {
            register = ArmCrc32.Arm64.ComputeCrc32(register, Bits.Read64(ref input, at));
        }

        for (; at < source.Length; at++)
        {
            register = ArmCrc32.ComputeCrc32(register, Unsafe.Add(ref input, at));
        }

        return register;
    }
}

/// <summary>The polynomials for which some processors have a CRC instruction.</summary>
internal enum CrcInstruction
{
    /// <summary>No processor has an instruction for the polynomial.</summary>
    None,

    /// <summary>CRC-32, which ARM processors support.</summary>
    Crc32,

    /// <summary>CRC-32C, which x86 processors support since SSE4.2, and ARM processors too.</summary>
    Crc32C,
}

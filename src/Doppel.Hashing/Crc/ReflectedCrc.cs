using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Doppel.Hashing;

/// <summary>A reflected 32-bit or 64-bit CRC whose initial value and final XOR are all ones.</summary>
/// <remarks>
/// Thread-safe. In a polynomial, the lowest bit is the highest power. The register of a 32-bit CRC is the lower half of
/// a 64-bit word, so that both widths share the same code.
/// </remarks>
internal sealed class ReflectedCrc
{
    private const int TableEntries = 256;

    private readonly int _width;
    private readonly ulong _polynomial;
    private readonly ulong _ones;
    private readonly CrcInstruction _instruction;
    private readonly bool _hasInstruction;
    private readonly Vector128<ulong> _overFour;
    private readonly Vector128<ulong> _overOne;

    // Eight tables. Table n holds the effect of a byte that is followed by n zero bytes.
    private readonly ulong[] _tables = new ulong[sizeof(ulong) * TableEntries];

    /// <summary>Computes the tables and constants, which takes a few microseconds.</summary>
    /// <param name="polynomial">The polynomial without its highest power.</param>
    /// <param name="width">The width in bits, 32 or 64.</param>
    /// <param name="instruction">The instruction that some processors have for the polynomial.</param>
    internal ReflectedCrc(ulong polynomial, int width, CrcInstruction instruction)
    {
        _width = width;
        _polynomial = polynomial;
        _ones = ulong.MaxValue >> (64 - width);
        _instruction = instruction;
        _hasInstruction = CrcInstructions.IsSupported(instruction);
        _overFour = FoldingOver(4 * CrcFolding.BlockBytes);
        _overOne = FoldingOver(CrcFolding.BlockBytes);
        FillTables();
    }

    /// <summary>The fastest path on this processor.</summary>
    internal CrcPath BestPath
    {
        get
        {
            CrcPath withoutFolding = _hasInstruction ? CrcPath.Instruction : CrcPath.Table;
            return CrcFolding.IsSupported ? CrcPath.Folding : withoutFolding;
        }
    }

    // The polynomial 1, which is x to the power of 0.
    private ulong One => 1UL << (_width - 1);

    internal bool IsSupported(CrcPath path) => path switch
    {
        CrcPath.Folding => CrcFolding.IsSupported,
        CrcPath.Instruction => _hasInstruction,
        _ => true,
    };

    /// <summary>
    /// Returns the CRC of a content with CRC <paramref name="crc"/> (0 for empty content) followed by more bytes.
    /// </summary>
    internal ulong Append(ulong crc, ReadOnlySpan<byte> source, CrcPath path)
    {
        ulong register = crc ^ _ones;
        bool byInstruction = _hasInstruction && path != CrcPath.Table;
        if (path == CrcPath.Folding && source.Length >= CrcFolding.BytesMin)
        {
            int count = source.Length & -CrcFolding.BlockBytes;
            Span<byte> block = stackalloc byte[CrcFolding.BlockBytes];
            CrcFolding.Fold(register, source.Slice(0, count), _overFour, _overOne).AsByte().CopyTo(block);
            register = AppendWords(0, block, byInstruction);
            source = source.Slice(count);
        }

        return AppendWords(register, source, byInstruction) ^ _ones;
    }

    /// <summary>Returns the CRC of the concatenation of two contents.</summary>
    internal ulong Combine(ulong first, ulong second, ulong secondLength)
    {
        // Shifts the first CRC by the length of the second content. The initial value and the final XOR are equal, so
        // they cancel out.
        return Multiply(first, Power(PowerOfX(8), secondLength)) ^ second;
    }

    private ulong AppendWords(ulong register, ReadOnlySpan<byte> source, bool byInstruction)
    {
        if (byInstruction)
        {
            return CrcInstructions.Append(_instruction, (uint)register, source);
        }

        // Every index consists of a table number and a byte, so none is out of range.
        ref ulong tables = ref MemoryMarshal.GetArrayDataReference(_tables);
        ref byte input = ref MemoryMarshal.GetReference(source);
        int at = 0;
        for (; at <= source.Length - sizeof(ulong); at += sizeof(ulong))
        {
            ulong word = register ^ Bits.Read64(ref input, at);
            register = Entry(ref tables, 7, word)
                ^ Entry(ref tables, 6, word >> 8)
                ^ Entry(ref tables, 5, word >> 16)
                ^ Entry(ref tables, 4, word >> 24)
                ^ Entry(ref tables, 3, word >> 32)
                ^ Entry(ref tables, 2, word >> 40)
                ^ Entry(ref tables, 1, word >> 48)
                ^ Entry(ref tables, 0, word >> 56);
        }

        for (; at < source.Length; at++)
        {
            register = (register >> 8) ^ Entry(ref tables, 0, register ^ source[at]);
        }

        return register;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Entry(ref ulong tables, int table, ulong index) =>
        Unsafe.Add(ref tables, (table * TableEntries) + (byte)index);

    private void FillTables()
    {
        for (int i = 0; i < TableEntries; i++)
        {
            ulong register = (uint)i;
            for (int bit = 0; bit < 8; bit++)
            {
                register = TimesX(register);
            }

            _tables[i] = register;
        }

        for (int i = TableEntries; i < _tables.Length; i++)
        {
            ulong before = _tables[i - TableEntries];
            _tables[i] = (before >> 8) ^ _tables[(byte)before];
        }
    }

    // The product of two words has 127 bits. In the 128-bit result its highest power is one bit too high, so each
    // constant has one power less. The lower half of a block precedes the upper half by 64 bits.
    private Vector128<ulong> FoldingOver(int bytes)
    {
        int shift = 64 - _width;
        return Vector128.Create(PowerOfX((8 * bytes) + 63) << shift, PowerOfX((8 * bytes) - 1) << shift);
    }

    private ulong PowerOfX(int exponent) => Power(One >> 1, (ulong)exponent);

    private ulong Power(ulong value, ulong exponent)
    {
        ulong power = One;
        for (; exponent != 0; exponent >>= 1)
        {
            if ((exponent & 1) != 0)
            {
                power = Multiply(power, value);
            }

            value = Multiply(value, value);
        }

        return power;
    }

    // Avoids branches: the bits are effectively random and could not be predicted.
    private ulong Multiply(ulong left, ulong right)
    {
        ulong product = 0;
        for (int bit = _width - 1; bit >= 0; bit--)
        {
            product ^= right & (0 - ((left >> bit) & 1));
            right = TimesX(right);
        }

        return product;
    }

    private ulong TimesX(ulong value) => (value >> 1) ^ (_polynomial & (0 - (value & 1)));
}

/// <summary>
/// Specifies how a CRC is computed. Callers never choose; tests run every path that the processor supports.
/// </summary>
internal enum CrcPath
{
    /// <summary>Eight bytes at a time with lookup tables. Runs on any processor.</summary>
    Table,

    /// <summary>
    /// Eight bytes at a time with the instruction that some processors have for some polynomials.
    /// </summary>
    Instruction,

    /// <summary>
    /// 64 bytes at a time with carry-less multiplication. The remaining bytes use the best of the other paths.
    /// </summary>
    Folding,
}

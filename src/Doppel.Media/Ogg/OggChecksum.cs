using System.Buffers.Binary;
using Doppel.Hashing;

namespace Doppel.Media;

/// <summary>Computes the checksum of pages: CRC-32, the highest bit first, with an initial value of 0.</summary>
internal static class OggChecksum
{
    private static readonly uint[] s_table = MakeTable();

    /// <summary>Returns the checksum of some content followed by further bytes.</summary>
    /// <param name="checksum">The checksum of the content. 0 if there is none.</param>
    /// <param name="bytes">The further bytes.</param>
    internal static uint Append(uint checksum, ReadOnlySpan<byte> bytes)
    {
        foreach (byte one in bytes)
        {
            checksum = (checksum << 8) ^ s_table[(checksum >> 24) ^ one];
        }

        return checksum;
    }

    /// <summary>Returns the checksum of some content followed by zeros.</summary>
    /// <param name="checksum">The checksum of the content.</param>
    /// <param name="zeros">The number of zeros, 0 or more.</param>
    internal static uint AppendZeros(uint checksum, long zeros) =>
        Reverse(Crc32.Combine(Reverse(checksum), 0, (ulong)zeros));

    // The polynomial is that of CRC-32, which takes the lowest bit first.
    private static uint Reverse(uint bits)
    {
        bits = ((bits >> 1) & 0x5555_5555) | ((bits & 0x5555_5555) << 1);
        bits = ((bits >> 2) & 0x3333_3333) | ((bits & 0x3333_3333) << 2);
        bits = ((bits >> 4) & 0x0F0F_0F0F) | ((bits & 0x0F0F_0F0F) << 4);
        return BinaryPrimitives.ReverseEndianness(bits);
    }

    private static uint[] MakeTable()
    {
        uint[] table = new uint[256];
        for (uint i = 0; i < table.Length; i++)
        {
            table[i] = i << 24;
            for (int bit = 0; bit < 8; bit++)
            {
                table[i] = (table[i] << 1) ^ ((table[i] >> 31) * 0x04C1_1DB7);
            }
        }

        return table;
    }
}

using System.Buffers.Binary;

namespace Doppel.Testing;

/// <summary>Makes small PNG files whose image depends on a number alone.</summary>
public static class PngFile
{
    private static ReadOnlySpan<byte> Signature => [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A];

    /// <summary>Makes a picture of one gray pixel.</summary>
    /// <param name="number">The pixel, of 8 bits or, above 255, of 16.</param>
    /// <param name="xmp">The XMP in it; empty for none.</param>
    public static byte[] Make(int number, params ReadOnlySpan<byte> xmp)
    {
        bool isWide = number > byte.MaxValue;
        byte[] row = isWide ? [0, (byte)(number >> 8), (byte)number] : [0, (byte)number];
        byte[] head = [0, 0, 0, 1, 0, 0, 0, 1, (byte)(isWide ? 16 : 8), 0, 0, 0, 0];
        (int sum, int sums) = (1, 0);
        foreach (byte one in row)
        {
            sum += one;
            sums += sum;
        }

        byte[] data =
        [
            0x78, 0x01, 0x01, (byte)row.Length, 0, (byte)~row.Length, 0xFF, .. row,
            (byte)(sums >> 8), (byte)sums, (byte)(sum >> 8), (byte)sum,
        ];
        return
        [
            .. Signature, .. Chunk("IHDR"u8, head),
            .. xmp.IsEmpty ? [] : Chunk("iTXt"u8, [.. "XML:com.adobe.xmp\0\0\0\0\0"u8, .. xmp]),
            .. Chunk("IDAT"u8, data), .. Chunk("IEND"u8, []),
        ];
    }

    private static byte[] Chunk(ReadOnlySpan<byte> type, ReadOnlySpan<byte> content)
    {
        byte[] chunk = new byte[12 + content.Length];
        BinaryPrimitives.WriteInt32BigEndian(chunk, content.Length);
        type.CopyTo(chunk.AsSpan(4));
        content.CopyTo(chunk.AsSpan(8));
        uint crc = uint.MaxValue;
        foreach (byte one in chunk.AsSpan(4, 4 + content.Length))
        {
            crc ^= one;
            for (int bit = 0; bit < 8; bit++)
            {
                crc = (crc >> 1) ^ ((crc & 1) * 0xEDB88320);
            }
        }

        BinaryPrimitives.WriteUInt32BigEndian(chunk.AsSpan(8 + content.Length), ~crc);
        return chunk;
    }
}

using System.IO.Compression;

namespace Doppel.Media;

/// <summary>Decompresses zlib (RFC 1950) and Brotli (RFC 7932) data.</summary>
internal static class Inflation
{
    private const int BlockBytes = 16 * 1024;

    /// <summary>Decompresses the beginning of zlib data. Returns what could be decompressed if it is damaged.</summary>
    /// <param name="packed">The compressed data.</param>
    /// <param name="bytesMax">The maximum number of bytes to return.</param>
    internal static byte[] Read(TagSlice packed, int bytesMax) =>
        Read(new ZLibStream(new SliceStream(packed), CompressionMode.Decompress), bytesMax);

    /// <summary>
    /// Decompresses the beginning of Brotli data. Returns what could be decompressed if it is damaged.
    /// </summary>
    internal static byte[] ReadBrotli(TagSlice packed, int bytesMax) =>
        Read(new BrotliStream(new SliceStream(packed), CompressionMode.Decompress), bytesMax);

    private static byte[] Read(Stream packed, int bytesMax)
    {
        using var unpacked = new MemoryStream();
        byte[] block = new byte[BlockBytes];
        try
        {
            using Stream stream = packed;
            while (unpacked.Length < bytesMax
                && stream.Read(block, 0, (int)Math.Min(BlockBytes, bytesMax - unpacked.Length)) is > 0 and int read)
            {
                unpacked.Write(block, 0, read);
            }
        }
        catch (Exception why)
            when (why is InvalidDataException or IOException or NotComparableException or InvalidOperationException)
        {
            // Keep what was decompressed before the damage.
        }

        return unpacked.ToArray();
    }
}

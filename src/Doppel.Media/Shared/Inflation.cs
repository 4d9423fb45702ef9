using System.IO.Compression;

namespace Doppel.Media;

/// <summary>Unpacks what is compressed by zlib (RFC 1950) or Brotli (RFC 7932).</summary>
internal static class Inflation
{
    private const int BlockBytes = 16 * 1024;

    /// <summary>Unpacks the beginning of what is compressed; of what is damaged what could be unpacked.</summary>
    /// <param name="packed">What is compressed.</param>
    /// <param name="bytesMax">No more than this comes out, whatever is in.</param>
    internal static byte[] Read(TagSlice packed, int bytesMax) =>
        Read(new ZLibStream(new SliceStream(packed), CompressionMode.Decompress), bytesMax);

    /// <summary>The same of Brotli.</summary>
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
            // What came before stands.
        }

        return unpacked.ToArray();
    }
}

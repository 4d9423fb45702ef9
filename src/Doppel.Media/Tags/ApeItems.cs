namespace Doppel.Media;

/// <summary>
/// Verifies the length that an APE tag at the end of a file declares. A false length would turn audio data into a tag.
/// </summary>
internal static class ApeItems
{
    private const int HeaderBytes = 32;
    private const int KeyBytesMax = 255;

    /// <summary>
    /// Checks that a header or an item starts where the tag is declared to start, and that the items fill the tag.
    /// </summary>
    /// <param name="file">The file.</param>
    /// <param name="footer">The offset of the footer.</param>
    /// <param name="bytes">The length in bytes of the items and the footer, as declared by the footer.</param>
    /// <param name="hasHeader">Whether a header precedes the items.</param>
    /// <exception cref="NotComparableException">The declared length is wrong.</exception>
    internal static void Check(HeaderReader file, long footer, long bytes, bool hasHeader)
    {
        long at = footer + HeaderBytes - bytes;
        if (hasHeader ? file.Is(at - HeaderBytes, "APETAGEX"u8) : Fill(file, at, footer))
        {
            return;
        }

        NotComparableException.Throw("its APE tag is damaged");
    }

    // An item consists of the length of its value, flags, a NUL-terminated key and the value.
    private static bool Fill(HeaderReader file, long at, long footer)
    {
        uint count = file.LittleEndian32(footer + 16);
        for (; count > 0 && at >= 0 && at < footer; count--)
        {
            int keyBytes = (int)Math.Min(KeyBytesMax + 1, footer - at - 8);
            int zero = keyBytes <= 0 ? -1 : file.At(at + 8, keyBytes).IndexOf((byte)0);
            if (zero < 2)
            {
                return false;
            }

            at += 8 + zero + 1 + file.LittleEndian32(at);
        }

        return count == 0 && at == footer;
    }
}

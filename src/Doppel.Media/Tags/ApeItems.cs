namespace Doppel.Media;

/// <summary>Proves what an APE tag at the end says of its length: a lie would make sound a tag.</summary>
internal static class ApeItems
{
    private const int HeaderBytes = 32;
    private const int KeyBytesMax = 255;

    /// <summary>Checks that a header or an item begins where the tag is said to, and that its items fill it.</summary>
    /// <param name="file">The file.</param>
    /// <param name="footer">Where its footer stands.</param>
    /// <param name="bytes">Items and footer, as the footer says.</param>
    /// <param name="hasHeader">Whether a header stands before them.</param>
    /// <exception cref="NotComparableException">It is not so.</exception>
    internal static void Check(HeaderReader file, long footer, long bytes, bool hasHeader)
    {
        long at = footer + HeaderBytes - bytes;
        if (hasHeader ? file.Is(at - HeaderBytes, "APETAGEX"u8) : Fill(file, at, footer))
        {
            return;
        }

        NotComparableException.Throw("its APE tag is damaged");
    }

    // An item: the length of its value, flags, its name up to a zero, the value.
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

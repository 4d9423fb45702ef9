namespace Doppel.Media;

/// <summary>
/// Measures free-format frames, whose header gives no bit rate. A stream has one rate, and so frames of one length
/// (2.4.2.3).
/// </summary>
internal static class FreeFormat
{
    private const int FrameBytesMin = 24;

    // 640 kbit/s, the highest rate that encoders offer, at the lowest sample rate.
    private const int FrameBytesMax = 11_520;

    // Audio data hardly contains bytes that look like its own header. Data crafted to do so would be read repeatedly.
    private const int CandidatesMax = 4;

    /// <summary>Measures the frame at an offset by the distance to the next ones, which must agree.</summary>
    internal static bool TryMeasure(HeaderReader file, long at, long end, out int bytes)
    {
        bytes = 0;
        uint header = file.BigEndian32(at);
        long last = Math.Min(end - MpegFrame.HeaderBytes, at + FrameBytesMax);
        int candidates = 0;
        for (long next = at + FrameBytesMin; next <= last && candidates < CandidatesMax;)
        {
            int window = (int)Math.Min(HeaderReader.BytesAtOnceMax, last + 1 - next);
            int sync = file.At(next, window).IndexOf((byte)0xFF);
            next += sync < 0 ? window : sync;
            if (sync >= 0 && IsLike(header, file.BigEndian32(next)))
            {
                candidates++;
                if (Agrees(file, at, next, end))
                {
                    bytes = (int)(next - at);
                    return true;
                }
            }

            next += sync < 0 ? 0 : 1;
        }

        return false;
    }

    private static bool Agrees(HeaderReader file, long at, long next, long end)
    {
        uint header = file.BigEndian32(next);
        long third = next + (next - at) - PaddingOf(file.BigEndian32(at)) + PaddingOf(header);
        return third == end
            || (third <= end - MpegFrame.HeaderBytes && IsLike(header, file.BigEndian32(third)));
    }

    // Ignores the padding bit, the private bit and the fields that may change from frame to frame.
    private static bool IsLike(uint header, uint other) => ((header ^ other) & 0xFFFF_FCC0) == 0;

    private static int PaddingOf(uint header)
    {
        int paddingBytes = ((header >> 17) & 3) == 3 ? 4 : 1;
        return ((header >> 9) & 1) == 0 ? 0 : paddingBytes;
    }
}

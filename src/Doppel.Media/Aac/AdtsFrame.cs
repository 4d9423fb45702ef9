namespace Doppel.Media;

/// <summary>The header of an ADTS frame (ISO/IEC 13818-7, 6.2).</summary>
/// <param name="Kind">The fields that are equal in all frames of a stream: version, profile, rate and channels.</param>
/// <param name="Bytes">The length of the whole frame in bytes.</param>
internal readonly record struct AdtsFrame(uint Kind, int Bytes) : ISoundFrame<AdtsFrame>
{
    private const int HeaderBytes = 7;
    private const int RatesKnown = 13;

    public bool IsLike(AdtsFrame other) => Kind == other.Kind;

    public static bool TryRead(HeaderReader file, long at, long end, out AdtsFrame frame)
    {
        frame = default;
        if (at > end - HeaderBytes || !file.Has(at, HeaderBytes))
        {
            return false;
        }

        // Twelve set bits, the version, two clear bits for the layer, and whether there is no checksum.
        ReadOnlySpan<byte> header = file.At(at, HeaderBytes);
        int bytes = ((header[3] & 3) << 11) | (header[4] << 3) | (header[5] >> 5);
        bool hasSum = (header[1] & 1) == 0;
        if (header[0] != 0xFF || (header[1] & 0xF6) != 0xF0 || ((header[2] >> 2) & 15) >= RatesKnown
            || bytes <= HeaderBytes + (hasSum ? 2 : 0))
        {
            return false;
        }

        // The private bit may change from frame to frame.
        uint kind = (uint)((header[1] << 16) | ((header[2] & 0xFD) << 8) | (header[3] & 0xF0));
        frame = new AdtsFrame(kind, bytes);
        return true;
    }
}

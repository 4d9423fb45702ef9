namespace Doppel.Media;

/// <summary>
/// The header of an MPEG audio frame (ISO/IEC 11172-3, 2.4.1.3; 13818-3 for the lower sample rates).
/// </summary>
/// <param name="Version">The MPEG version: 1, 2, or 25 for the unofficial version 2.5.</param>
/// <param name="Layer">The layer, 1 to 3.</param>
/// <param name="SampleRate">The sample rate in Hz.</param>
/// <param name="IsMono">Whether the frame has one channel.</param>
/// <param name="Bytes">The length of the whole frame in bytes.</param>
internal readonly record struct MpegFrame(int Version, int Layer, int SampleRate, bool IsMono, int Bytes)
    : ISoundFrame<MpegFrame>
{
    internal const int HeaderBytes = 4;

    // In kbit/s, by the index in the header. Index 0 means free format, index 15 is invalid.
    private static readonly short[] s_rates1Layer1 =
        [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448];

    private static readonly short[] s_rates1Layer2 =
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];

    private static readonly short[] s_rates1Layer3 =
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

    private static readonly short[] s_rates2Layer1 =
        [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256];

    private static readonly short[] s_rates2Layer23 =
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

    private static readonly int[] s_sampleRates = [44_100, 48_000, 32_000];

    /// <summary>Gets the offset of "Xing" or "Info" within a first frame that contains an encoder header.</summary>
    internal int EncoderHeaderAt => HeaderBytes + (Version == 1, IsMono) switch
    {
        (true, false) => 32,
        (false, true) => 9,
        _ => 17,
    };

    /// <summary>Returns whether two frames can belong to the same stream.</summary>
    public bool IsLike(MpegFrame other) =>
        Version == other.Version && Layer == other.Layer && SampleRate == other.SampleRate;

    /// <summary>
    /// Reads the frame header at an offset. If it does not give the length, the length is measured from what follows.
    /// </summary>
    public static bool TryRead(HeaderReader file, long at, long end, out MpegFrame frame)
    {
        frame = default;
        if (at > end - HeaderBytes || !file.Has(at, HeaderBytes))
        {
            return false;
        }

        ReadOnlySpan<byte> header = file.At(at, HeaderBytes);
        if (TryRead(header, out frame))
        {
            return true;
        }

        const int FirstRate = 0x10;
        Span<byte> known = [header[0], header[1], (byte)(header[2] | FirstRate), header[3]];
        if ((header[2] >> 4) != 0 || !TryRead(known, out frame) || !FreeFormat.TryMeasure(file, at, end, out int bytes))
        {
            return false;
        }

        frame = frame with { Bytes = bytes };
        return true;
    }

    /// <summary>Reads a frame header that gives the length.</summary>
    internal static bool TryRead(ReadOnlySpan<byte> header, out MpegFrame frame)
    {
        frame = default;
        int version = (header[1] >> 3) & 3;
        int layer = 4 - ((header[1] >> 1) & 3);
        int rateIndex = header[2] >> 4;
        int sampleIndex = (header[2] >> 2) & 3;
        if (header[0] != 0xFF || (header[1] & 0xE0) != 0xE0 || version == 1 || layer == 4
            || rateIndex is 0 or 15 || sampleIndex == 3)
        {
            return false;
        }

        short[] rates = (version == 3, layer) switch
        {
            (true, 1) => s_rates1Layer1,
            (true, 2) => s_rates1Layer2,
            (true, _) => s_rates1Layer3,
            (false, 1) => s_rates2Layer1,
            _ => s_rates2Layer23,
        };
        int sampleRate = s_sampleRates[sampleIndex] >> (version switch { 3 => 0, 2 => 1, _ => 2 });
        int padding = (header[2] >> 1) & 1;
        int bits = rates[rateIndex] * 1000;
        int slots = layer == 3 && version != 3 ? 72 : 144;
        int bytes = layer == 1
            ? ((12 * bits / sampleRate) + padding) * 4
            : (slots * bits / sampleRate) + padding;
        frame = new MpegFrame(
            version switch { 3 => 1, 2 => 2, _ => 25 }, layer, sampleRate, (header[3] >> 6) == 3, bytes);
        return true;
    }
}

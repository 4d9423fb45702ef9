namespace Doppel.Media;

/// <summary>Parses JPEG (ITU-T T.81).</summary>
/// <remarks>
/// The payload is what the decoder needs (frame header, tables, however they are distributed over segments, restart
/// interval, and Adobe's segment, since it declares the color space), under the strict policy the color profile and
/// what marks a gain map, and everything from the first scan to the end of the file: further scans, images, gain maps,
/// videos and trailers. Tags are Exif including the orientation, comments, the index of further images (MPF), whose
/// offsets change with other tags, and all other application segments.
/// </remarks>
internal sealed class JpegParser : IMediaParser
{
    private const int SegmentsMax = 100_000;
    private const byte StartOfImage = 0xD8;
    private const byte EndOfImage = 0xD9;
    private const byte StartOfScan = 0xDA;
    private const byte Comment = JpegTags.Comment;

    public MediaFormat Format => MediaFormat.Jpeg;

    // ISO 21496-1: marks a photo with a gain map, as XMP does in Ultra HDR.
    private static ReadOnlySpan<byte> GainMapVersion => "urn:iso:std:iso:ts:21496:-1\0"u8;

    public bool Recognizes(HeaderReader file) => file.Is(0, [0xFF, StartOfImage, 0xFF]);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        bool hasFrame = false;
        var colors = new JpegColors();
        var container = new JpegContainer();
        var tables = new JpegTables();
        List<(byte Marker, long At, int Bytes)> segments = [];
        long at = 2;
        for (int i = 0; ; i++)
        {
            while (file.Is(at, [0xFF, 0xFF]))
            {
                at++;
            }

            byte marker = file.ByteAt(at + 1);
            if (file.ByteAt(at) != 0xFF || i == SegmentsMax)
            {
                NotComparableException.Throw("its segments are damaged");
            }

            if (marker == StartOfScan)
            {
                break;
            }

            int bytes = file.BigEndian16(at + 2);
            if (bytes < 2 || !file.Has(at, 2 + bytes))
            {
                NotComparableException.Throw("its segments are damaged");
            }

            hasFrame |= IsFrame(marker);
            colors.See(file, marker, IsFrame(marker), at + 4, bytes - 2);
            if (marker == JpegTags.App1 && policy == MediaPolicy.Strict)
            {
                container.See(TagSlice.Within(file, at + 4, bytes - 2));
            }

            if (!tables.TryTake(file, marker, IsFrame(marker), at + 4, bytes - 2)
                && IsPayload(file, at, marker, policy))
            {
                segments.Add((marker, at, 2 + bytes));
            }

            at += 2 + bytes;
        }

        const int ScanHeaderBytesMin = 8;
        if (!hasFrame || file.Length - at <= ScanHeaderBytesMin)
        {
            NotComparableException.Throw("it has no picture");
        }

        // In the order of their markers, because programs that write JPEG anew have an order of their own.
        foreach ((_, long start, int length) in segments.OrderBy(static one => one.Marker))
        {
            payload.Add(start, length, "segment");
        }

        tables.AddTo(file, payload);
        payload.AddKey(colors.Kind);
        payload.AddKey(file.Length - at);
        container.AddTo(payload);
        payload.Start();
        payload.Add(at, file.Length - at, "scans");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        var content = new JpegTags(file, tags);
        long at = 2;
        for (int i = 0; i < SegmentsMax && file.Has(at, 4) && file.ByteAt(at) == 0xFF; i++)
        {
            byte marker = file.ByteAt(at + 1);
            if (marker is StartOfScan or EndOfImage)
            {
                break;
            }

            if (marker == 0xFF)
            {
                at++;
                continue;
            }

            int bytes = file.BigEndian16(at + 2);
            content.Read(marker, TagSlice.Within(file, at + 4, bytes - 2));
            at += 2 + Math.Max(2, bytes);
        }

        content.End();
    }

    private static bool IsFrame(byte marker) =>
        marker is >= 0xC0 and <= 0xCF and not (0xC4 or 0xC8 or 0xCC);

    private static bool IsPayload(HeaderReader file, long at, byte marker, MediaPolicy policy)
    {
        // DHT, DAC, DQT, DNL, DRI, DHP, EXP
        if (IsFrame(marker) || marker is 0xC4 or 0xCC or (>= 0xDB and <= 0xDF))
        {
            return true;
        }

        if (marker is not (Comment or (>= 0xE0 and <= 0xEF)))
        {
            NotComparableException.Throw(
                marker == EndOfImage ? "it has no picture" : "it has a segment that is not known");
        }

        return (marker == 0xEE && file.Is(at + 4, "Adobe"u8))
            || (marker == 0xE2 && policy == MediaPolicy.Strict
                && (file.Is(at + 4, "ICC_PROFILE\0"u8) || file.Is(at + 4, GainMapVersion)));
    }
}

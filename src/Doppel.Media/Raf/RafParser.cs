namespace Doppel.Media;

/// <summary>Parses Fujifilm RAF.</summary>
/// <remarks>
/// The header locates a JPEG, a list of parameters for decoding the sensor data, and the sensor data. Newer cameras
/// write two of the latter two (exiftool's documentation). The payload is the parameters and the sensor data, and any
/// data after the last part. The JPEG is a preview, which contains Exif and all other tags. The rest of the header
/// names the camera.
/// </remarks>
internal sealed class RafParser : IMediaParser
{
    private const int MagicBytes = 16;
    private const int JpegAt = 0x54;
    private const int ExtentBytes = 8;
    private const int HeaderBytesMax = 1024;
    private const int HeaderBytesMin = 0x6C;
    private const int PaddingBytesMax = 16;

    // Where the header stores the offset and length of each part: the parameters, the sensor data, and the second pair,
    // which exists if the JPEG starts after these fields.
    private static readonly int[] s_parts = [0x5C, 0x64, 0x78, 0x80];

    public MediaFormat Format => MediaFormat.Raf;

    public bool Recognizes(HeaderReader file) => file.Is(0, "FUJIFILMCCD-RAW "u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        PayloadExtent jpeg = ExtentAt(file, JpegAt);
        if (jpeg.Offset < HeaderBytesMin)
        {
            NotComparableException.Throw("its header is damaged");
        }

        long end = jpeg.Offset + jpeg.Length;
        bool hasSensor = false;
        for (int i = 0; i < s_parts.Length && s_parts[i] + 8 <= jpeg.Offset; i++)
        {
            bool isSensor = i % 2 == 1;
            PayloadExtent part = ExtentAt(file, s_parts[i]);
            hasSensor |= isSensor && part.Length > 0;
            payload.AddKey(part.Length);
            payload.Add(part.Offset, part.Length, isSensor ? "sensor" : "list");
            end = Math.Max(end, part.Offset + part.Length);
        }

        if (!hasSensor)
        {
            NotComparableException.Throw("it has no photo");
        }

        for (int i = 0; i < PaddingBytesMax && end < file.Length && file.ByteAt(end) == 0; i++)
        {
            end++;
        }

        payload.AddKey(file.Length - end);
        payload.Add(end, file.Length - end, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        PayloadExtent jpeg = ExtentAt(file, JpegAt);
        EmbeddedJpeg.ReadTags(file, jpeg, tags);
        TagPicture.AddThumbnail(tags, TagSlice.Within(file, jpeg.Offset, jpeg.Length));
        tags.AddUnread("raf:header", TagSlice.Of(file, Unread(Math.Min(jpeg.Offset, HeaderBytesMax))));
    }

    /// <summary>Returns where the JPEG is that the camera made of the photo.</summary>
    /// <exception cref="NotComparableException">It is not within the file.</exception>
    internal static PayloadExtent JpegOf(HeaderReader file) => ExtentAt(file, JpegAt);

    // The header without the offsets and lengths: the version of the format, the number and name of the camera.
    private static List<PayloadExtent> Unread(long end)
    {
        List<PayloadExtent> pieces = [];
        long at = MagicBytes;
        foreach (int part in (int[])[JpegAt, .. s_parts])
        {
            pieces.Add(new PayloadExtent(at, Math.Min(part, end) - at));
            at = Math.Min(part + ExtentBytes, end);
        }

        pieces.Add(new PayloadExtent(at, end - at));
        pieces.RemoveAll(static piece => piece.Length <= 0);
        return pieces;
    }

    private static PayloadExtent ExtentAt(HeaderReader file, long at)
    {
        var extent = new PayloadExtent(file.BigEndian32(at), file.BigEndian32(at + 4));
        if (!file.Has(extent.Offset, extent.Length))
        {
            NotComparableException.Throw("part of it lies behind its end");
        }

        return extent;
    }
}

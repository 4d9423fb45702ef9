namespace Doppel.Media;

/// <summary>Parses the raw photos of Panasonic and Leica: RW2, RWL and the older RAW.</summary>
/// <remarks>
/// The structure is that of TIFF with another magic number and with tags below 256 that no other format uses
/// (exiftool's documentation). The payload is the sensor data, which extends to the end of the file, and these tags,
/// except for the ISO setting, the JPEG preview and the offsets of parts of the data. White balance counts under the
/// strict policy.
/// </remarks>
internal sealed class PanasonicParser : IMediaParser
{
    private const int Sensitivity = 0x17;
    private const int Jpeg = 0x2E;
    private const int Pieces = 0x44;
    private const int RawOffset = 0x118;
    private const int OwnTagsEnd = 0x100;
    private const long NoOffset = uint.MaxValue;

    public MediaFormat Format => MediaFormat.Tiff;

    public bool Recognizes(HeaderReader file) => TiffReader.Open(file) is { Kind: TiffKind.Panasonic };

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        TiffReader tiff = TiffReader.Open(file)!;
        var directory = new TiffDirectory();
        directory.Read(tiff, tiff.First);
        payload.AddKey((int)tiff.Kind);
        for (int tag = 0; tag < OwnTagsEnd; tag++)
        {
            if (tag is not (Sensitivity or Jpeg or Pieces) && (policy == MediaPolicy.Strict || !IsWhiteBalance(tag))
                && directory.TryFind(tag, out TiffEntry entry))
            {
                TiffValues.Add(tiff, entry, payload);
            }
        }

        long offset = directory.Number(tiff, TiffTag.StripOffsets, NoOffset);
        offset = directory.Number(tiff, RawOffset, offset);
        if (offset < directory.At + directory.Bytes || offset >= file.Length)
        {
            NotComparableException.Throw("it does not tell where the photo is");
        }

        payload.AddKey(file.Length - offset);
        payload.Add(offset, file.Length - offset, "sensor");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        TiffReader tiff = TiffReader.Open(file)!;
        new TiffTags(tiff, tags).Read();
        var directory = new TiffDirectory();
        directory.Read(tiff, tiff.First);
        if (directory.TryFind(Jpeg, out TiffEntry jpeg))
        {
            EmbeddedJpeg.ReadTags(file, new PayloadExtent(jpeg.At, jpeg.Bytes), tags);
        }
    }

    private static bool IsWhiteBalance(int tag) => tag is (>= 0x11 and <= 0x13) or (>= 0x24 and <= 0x27);
}

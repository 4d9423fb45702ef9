namespace Doppel.Media;

/// <summary>Reads the tags of CR3: Exif in four parts, XMP and the thumbnail.</summary>
internal static class Cr3Tags
{
    private const int SizesBytes = 16; // before the JPEG data of a thumbnail

    private static readonly uint s_main = IsoBox.TypeOf("CMT1"u8);
    private static readonly uint s_exif = IsoBox.TypeOf("CMT2"u8);
    private static readonly uint s_gps = IsoBox.TypeOf("CMT4"u8);
    private static readonly uint s_thumbnail = IsoBox.TypeOf("THMB"u8);

    /// <summary>Reads a whole file.</summary>
    internal static void Read(HeaderReader file, TagBuilder tags)
    {
        var boxes = new IsoFile(file);
        IsoBox moov = boxes.Find("moov"u8);
        for (long at = moov.Start; IsoBox.TryNext(file, ref at, moov.End, out IsoBox box);)
        {
            if (IsoUuid.Is(file, box, IsoUuid.Canon))
            {
                ReadCanon(file, box with { Start = box.Start + IsoUuid.Bytes }, tags);
            }
        }

        boxes.Boxes.ForEach(box => IsoTags.Read(file, box, tags));
    }

    private static void ReadCanon(HeaderReader file, IsoBox canon, TagBuilder tags)
    {
        for (long at = canon.Start; IsoBox.TryNext(file, ref at, canon.End, out IsoBox box);)
        {
            // Each of the first three is a TIFF header with one directory.
            if (box.Type == s_main)
            {
                ExifTags.Read(file, box.Start, box.Bytes, tags, ExifPart.Main);
            }
            else if (box.Type == s_exif)
            {
                ExifTags.Read(file, box.Start, box.Bytes, tags, ExifPart.Exif);
            }
            else if (box.Type == s_gps)
            {
                ExifTags.Read(file, box.Start, box.Bytes, tags, ExifPart.Gps);
            }
            else if (box.Type == s_thumbnail)
            {
                TagSlice picture = TagSlice.Within(file, box.Start, box.Bytes).From(SizesBytes);
                tags.Add(TagNames.Thumbnail, picture.Bytes > 0 ? picture.Describe() : "");
            }
        }
    }
}

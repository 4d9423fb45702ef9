namespace Doppel.Media;

/// <summary>Reads tags from boxes that several formats share.</summary>
internal static class IsoTags
{
    private static readonly uint s_xml = IsoBox.TypeOf("xml "u8);
    private static readonly uint s_jumbf = IsoBox.TypeOf("jumb"u8);
    private static readonly uint s_exif = IsoBox.TypeOf("Exif"u8);
    private static readonly uint s_samsung = IsoBox.TypeOf("sefd"u8);

    /// <summary>Reads one box, if it contains such tags.</summary>
    internal static void Read(HeaderReader file, IsoBox box, TagBuilder tags)
    {
        TagSlice content = TagSlice.Within(file, box.Start, box.Bytes);
        if (!IsoUuid.Is(box))
        {
            Read(box.Type, content, tags);
            return;
        }

        TagSlice inside = content.From(IsoUuid.Bytes);
        if (IsoUuid.Is(file, box, IsoUuid.Xmp))
        {
            XmpTags.Read(inside.File, inside.At, inside.Bytes, tags);
        }
        else if (IsoUuid.Is(file, box, IsoUuid.Exif) || IsoUuid.Is(file, box, IsoUuid.OtherExif))
        {
            // Some writers add the prefix that Exif has in JPEG.
            inside = inside.Is(0, "Exif\0\0"u8) ? inside.From(6) : inside;
            ExifTags.Read(inside.File, inside.At, inside.Bytes, tags);
        }
        else if (IsoUuid.Is(file, box, IsoUuid.Iptc))
        {
            IptcTags.Read(inside.File, inside.At, inside.Bytes, tags);
        }
        else
        {
            tags.AddUnread($"uuid:{Convert.ToHexStringLower(content.ToArray(IsoUuid.Bytes))}", inside);
        }
    }

    /// <summary>Returns whether a box contains notes of a Samsung phone, and no picture or film.</summary>
    internal static bool IsNotes(IsoBox box)
    {
        const int NotesBytesMax = 64 * 1024;
        return box.Type == s_samsung && box.Bytes <= NotesBytesMax;
    }

    /// <summary>Reads the content of a box that is not a uuid box, after decompression if it was compressed.</summary>
    internal static void Read(uint type, TagSlice content, TagBuilder tags)
    {
        if (type == s_xml)
        {
            XmpTags.Read(content.File, content.At, content.Bytes, tags);
        }
        else if (type == s_exif)
        {
            ReadExif(content, tags);
        }
        else if (type == s_samsung)
        {
            SamsungTags.Read(content, tags);
        }
        else if (type == s_jumbf)
        {
            tags.AddUnread("jumb", content);
        }
    }

    /// <summary>Reads Exif that starts with the offset of its TIFF header.</summary>
    internal static void ReadExif(TagSlice content, TagBuilder tags)
    {
        TagSlice header = content.From(4 + content.BigEndian(0, 4));
        ExifTags.Read(header.File, header.At, header.Bytes, tags);
    }
}

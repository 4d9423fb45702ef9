namespace Doppel.Media;

/// <summary>Reads metadata of other formats that ImageMagick and others write to PNG as hexadecimal digits.</summary>
internal static class PngRawProfile
{
    private const int DigitsMax = 8 << 20;

    /// <summary>Reads one raw profile.</summary>
    /// <param name="keyword">The keyword of the text chunk, which ends with the kind of profile.</param>
    /// <param name="text">A line with the name, a line with the length, and lines of digits.</param>
    /// <param name="tags">Receives the tags.</param>
    internal static void Read(string keyword, TagSlice text, TagBuilder tags)
    {
        TagSlice content = TagSlice.Of(Decode(text));
        switch (keyword[(keyword.LastIndexOf(' ') + 1)..])
        {
            case "exif" or "APP1" when content.Is(0, "Exif\0\0"u8):
                TagSlice exif = content.From(6);
                ExifTags.Read(exif.File, exif.At, exif.Bytes, tags);
                break;
            case "exif":
                ExifTags.Read(content.File, content.At, content.Bytes, tags);
                break;
            case "xmp":
                XmpTags.Read(content.File, content.At, content.Bytes, tags);
                break;
            case "iptc" or "8bim" when content.Is(0, "8BIM"u8):
                PhotoshopTags.Read(content.File, content.At, content.Bytes, tags);
                break;
            case "iptc":
                IptcTags.Read(content.File, content.At, content.Bytes, tags);
                break;
            default:
                tags.Add($"png:{keyword}", content.Describe());
                break;
        }
    }

    private static byte[] Decode(TagSlice text)
    {
        byte[] letters = text.ToArray(DigitsMax);
        int at = 0;

        // Skip an empty line, the name and the length.
        for (int lines = 0; lines < 3 && at < letters.Length; at++)
        {
            lines += letters[at] == '\n' ? 1 : 0;
        }

        int decoded = 0;
        int digits = 0;
        int number = 0;
        for (; at < letters.Length; at++)
        {
            if (char.IsAsciiHexDigit((char)letters[at]))
            {
                number = (number << 4) | ((letters[at] & 0xF) + (letters[at] > (byte)'9' ? 9 : 0));
                if ((++digits & 1) == 0)
                {
                    letters[decoded++] = (byte)number;
                }
            }
        }

        return letters[..decoded];
    }
}

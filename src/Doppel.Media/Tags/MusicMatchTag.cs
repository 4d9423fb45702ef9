namespace Doppel.Media;

/// <summary>The tag that MusicMatch Jukebox appended to MP3 files, as documented by the authors of id3lib.</summary>
/// <remarks>
/// From its end backwards, it consists of a footer, five offsets, a text section of one of four lengths, a section that
/// starts with a fixed sequence of digits, a picture, and optionally another section with the same digits. The offsets
/// are relative to the start of the file, so only the differences between them remain correct when another tag is
/// prepended.
/// </remarks>
internal static class MusicMatchTag
{
    internal const int FooterBytes = 48;

    private const int PlacesBytes = 20;
    private const int SectionBytes = 256;
    private const int PictureBytesMin = 12;

    private static readonly int[] s_textBytes = [7868, 7936, 8004, 8132];

    // The first texts of the tag, in order.
    private static readonly string[] s_texts =
    [
        TagNames.Title, TagNames.Album, TagNames.Artist, TagNames.Genre, "musicmatch:tempo", "musicmatch:mood",
        "musicmatch:situation", "musicmatch:preference",
    ];

    /// <summary>The bytes at the start of the footer.</summary>
    internal static ReadOnlySpan<byte> Magic => "Brava Software Inc.             "u8;

    private static ReadOnlySpan<byte> Digits => "18273645"u8;

    /// <summary>Returns whether the tag at an offset is a MusicMatch tag.</summary>
    internal static bool StandsAt(HeaderReader file, long at, long bytes) =>
        bytes > FooterBytes && file.Is(at + bytes - FooterBytes, Magic);

    /// <summary>Reads the texts and the picture.</summary>
    internal static void Read(HeaderReader file, long at, long bytes, TagBuilder tags)
    {
        TagSlice tag = TagSlice.Within(file, at, bytes);
        TagSlice places = tag.From(bytes - FooterBytes - PlacesBytes);
        long headerBytes = tag.Is(0, Digits) ? SectionBytes : 0;
        long pictureBytes = tag.LittleEndian(headerBytes + 4, 4);
        if (pictureBytes > 0)
        {
            TagPicture.AddCover(tags, tag.Part(headerBytes + 8, pictureBytes), "");
        }

        // The last offset locates the texts, relative to the first one.
        long text = headerBytes + places.LittleEndian(16, 4) - places.LittleEndian(0, 4);
        foreach (string name in s_texts)
        {
            long length = tag.LittleEndian(text, 2);
            tags.Add(name, tag.Part(text + 2, length).Text());
            text += 2 + length;
        }
    }

    /// <summary>Returns the length in bytes of the tag that ends at an offset.</summary>
    internal static long BytesBefore(HeaderReader file, long end)
    {
        const int PictureIndex = 0;
        const int VersionIndex = 3;
        long places = end - FooterBytes - PlacesBytes;
        foreach (int textBytes in s_textBytes)
        {
            long version = places - textBytes - SectionBytes;
            if (!file.Is(version, Digits))
            {
                continue;
            }

            long pictureBytes = (long)file.LittleEndian32(places + (4 * VersionIndex))
                - file.LittleEndian32(places + (4 * PictureIndex));
            long start = version - pictureBytes;
            if (pictureBytes < PictureBytesMin || start < 0)
            {
                break;
            }

            return end - (file.Is(start - SectionBytes, Digits) ? start - SectionBytes : start);
        }

        NotComparableException.Throw("its MusicMatch tag is damaged");
        return 0;
    }
}

namespace Doppel.Media;

/// <summary>The tag that MusicMatch Jukebox wrote behind MP3 (as id3lib's authors have described it).</summary>
/// <remarks>
/// From its end backwards: a footer, five places, text of one of four lengths, a section that begins with known digits,
/// a picture, and perhaps one more section with the same digits. The places are counted from the start of the file, so
/// only their distances stay right when another tag is put in front.
/// </remarks>
internal static class MusicMatchTag
{
    internal const int FooterBytes = 48;

    private const int PlacesBytes = 20;
    private const int SectionBytes = 256;
    private const int PictureBytesMin = 12;

    private static readonly int[] s_textBytes = [7868, 7936, 8004, 8132];

    // The first of its texts, in their order.
    private static readonly string[] s_texts =
    [
        TagNames.Title, TagNames.Album, TagNames.Artist, TagNames.Genre, "musicmatch:tempo", "musicmatch:mood",
        "musicmatch:situation", "musicmatch:preference",
    ];

    /// <summary>What its footer begins with.</summary>
    internal static ReadOnlySpan<byte> Magic => "Brava Software Inc.             "u8;

    private static ReadOnlySpan<byte> Digits => "18273645"u8;

    /// <summary>Whether such a tag is what stands at a place.</summary>
    internal static bool StandsAt(HeaderReader file, long at, long bytes) =>
        bytes > FooterBytes && file.Is(at + bytes - FooterBytes, Magic);

    /// <summary>Reads its texts and its picture.</summary>
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

        // Its texts stand where the last of the places says, counted as the first one is.
        long text = headerBytes + places.LittleEndian(16, 4) - places.LittleEndian(0, 4);
        foreach (string name in s_texts)
        {
            long length = tag.LittleEndian(text, 2);
            tags.Add(name, tag.Part(text + 2, length).Text());
            text += 2 + length;
        }
    }

    /// <summary>How long the tag is that ends at a place.</summary>
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

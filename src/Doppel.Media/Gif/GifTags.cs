namespace Doppel.Media;

/// <summary>Reads tags from GIF extensions.</summary>
internal static class GifTags
{
    internal const byte Comment = 0xFE;
    internal const byte Application = 0xFF;

    private const int BlocksMax = 10_000;

    /// <summary>Reads one extension.</summary>
    /// <param name="file">The file.</param>
    /// <param name="label">The label of the extension.</param>
    /// <param name="at">The offset of the first data sub-block.</param>
    /// <param name="end">The offset of the end, after the empty sub-block.</param>
    /// <param name="tags">Receives the tags.</param>
    internal static void Read(HeaderReader file, byte label, long at, long end, TagBuilder tags)
    {
        const int NameBytes = 12; // including the length byte
        const int XmpTrailerBytes = 257;
        TagSlice whole = TagSlice.Within(file, at, end - at);
        TagSlice behind = whole.From(NameBytes);
        if (label == Comment)
        {
            tags.Add(TagNames.Comment, Join(whole).Text());
        }
        else if (label == Application && whole.Is(0, "\x0BXMP DataXMP"u8))
        {
            // XMP is stored without sub-blocks, so its text is where sub-block lengths would be. The trailer that
            // follows leads from every such length to the end.
            XmpTags.Read(file, behind.At, behind.Bytes - XmpTrailerBytes - 1, tags);
        }
        else if (label == Application && whole.Is(0, "\x0BICCRGBG1012"u8))
        {
            tags.Add(TagNames.Profile, ColorProfile.Describe(Join(behind)));
        }
        else if (label == Application && !whole.Is(0, "\x0BNETSCAPE2.0"u8) && !whole.Is(0, "\x0BANIMEXTS1.0"u8))
        {
            tags.Add($"gif:{whole.Part(1, NameBytes - 1).Text()}", Join(behind).Describe());
        }
    }

    // Returns the data of sub-blocks without their length bytes.
    private static TagSlice Join(TagSlice blocks)
    {
        List<PayloadExtent> extents = [];
        for (long at = 0; blocks[at] > 0 && extents.Count < BlocksMax; at += 1 + blocks[at])
        {
            extents.Add(new PayloadExtent(blocks.At + at + 1, Math.Min(blocks[at], blocks.Bytes - at - 1)));
        }

        return TagSlice.Of(blocks.File, extents);
    }
}

namespace Doppel.Media;

/// <summary>Reads what extensions of GIF say.</summary>
internal static class GifTags
{
    internal const byte Comment = 0xFE;
    internal const byte Application = 0xFF;

    private const int BlocksMax = 10_000;

    /// <summary>Reads one extension.</summary>
    /// <param name="file">The file.</param>
    /// <param name="label">What it is.</param>
    /// <param name="at">Where its first block begins.</param>
    /// <param name="end">Where it ends, behind the block that is empty.</param>
    /// <param name="tags">Where to.</param>
    internal static void Read(HeaderReader file, byte label, long at, long end, TagBuilder tags)
    {
        const int NameBytes = 12; // its length counted
        const int XmpTrailerBytes = 257;
        TagSlice whole = TagSlice.Within(file, at, end - at);
        TagSlice behind = whole.From(NameBytes);
        if (label == Comment)
        {
            tags.Add(TagNames.Comment, Join(whole).Text());
        }
        else if (label == Application && whole.Is(0, "\x0BXMP DataXMP"u8))
        {
            // It stands there as it is, and what would be lengths of blocks is text; then come bytes from which every
            // such length leads to the end.
            XmpTags.Read(file, behind.At, behind.Bytes - XmpTrailerBytes - 1, tags);
        }
        else if (label == Application && whole.Is(0, "\x0BICCRGBG1012"u8))
        {
            tags.Add(TagNames.Profile, ColourProfile.Describe(Join(behind)));
        }
        else if (label == Application && !whole.Is(0, "\x0BNETSCAPE2.0"u8) && !whole.Is(0, "\x0BANIMEXTS1.0"u8))
        {
            tags.Add($"gif:{whole.Part(1, NameBytes - 1).Text()}", Join(behind).Describe());
        }
    }

    // Blocks without their lengths.
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

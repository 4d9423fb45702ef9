namespace Doppel.Media;

/// <summary>Reads APEv1 and APEv2 (hydrogenaud.io).</summary>
internal static class ApeTags
{
    private const int HeaderBytes = 32;
    private const int ItemsMax = 10_000;
    private const int KeyBytesMax = 255;
    private const int Binary = 1;

    private static readonly Dictionary<string, string> s_common = new(StringComparer.OrdinalIgnoreCase)
    {
        ["Title"] = TagNames.Title,
        ["Subtitle"] = TagNames.Subtitle,
        ["Artist"] = TagNames.Artist,
        ["Album"] = TagNames.Album,
        ["Album Artist"] = TagNames.AlbumArtist,
        ["AlbumArtist"] = TagNames.AlbumArtist,
        ["Composer"] = TagNames.Composer,
        ["Lyricist"] = TagNames.Lyricist,
        ["Conductor"] = TagNames.Conductor,
        ["Publisher"] = TagNames.Publisher,
        ["Label"] = TagNames.Publisher,
        ["Grouping"] = TagNames.Grouping,
        ["Genre"] = TagNames.Genre,
        ["Track"] = TagNames.Track,
        ["Disc"] = TagNames.Disc,
        ["Year"] = TagNames.Date,
        ["Comment"] = TagNames.Comment,
        ["Description"] = TagNames.Description,
        ["Lyrics"] = TagNames.Lyrics,
        ["Copyright"] = TagNames.Copyright,
        ["ISRC"] = TagNames.Isrc,
        ["BPM"] = TagNames.Tempo,
        ["Compilation"] = TagNames.Compilation,
        ["EncodedBy"] = TagNames.EncodedBy,
        ["Encoder"] = TagNames.Encoder,
        ["Rating"] = TagNames.Rating,
        ["Language"] = TagNames.Language,
        ["Related"] = TagNames.Link,
    };

    /// <summary>Reads a whole tag.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the tag, including its header if it has one.</param>
    /// <param name="bytes">The length of the tag in bytes, including header and footer.</param>
    /// <param name="tags">Receives the tags. If the tag is damaged, only those that could be read.</param>
    internal static void Read(HeaderReader file, long at, long bytes, TagBuilder tags)
    {
        try
        {
            TagSlice tag = TagSlice.Within(file, at, bytes);
            bool hasHeader = tag.Is(0, "APETAGEX"u8);
            TagSlice around = hasHeader ? tag : tag.From(tag.Bytes - HeaderBytes);
            bool hasFooter = tag.Is(tag.Bytes - HeaderBytes, "APETAGEX"u8) && (!hasHeader || tag.Bytes > HeaderBytes);
            TagSlice items = tag.From(hasHeader ? HeaderBytes : 0);
            items = items.Part(0, items.Bytes - (hasFooter ? HeaderBytes : 0));
            if (hasHeader || hasFooter)
            {
                ReadItems(items, around.LittleEndian(16, 4), tags);
            }
        }
        catch (NotComparableException)
        {
            // Keep the tags that were read before the damage.
        }
    }

    private static void ReadItems(TagSlice items, long count, TagBuilder tags)
    {
        const int ItemHeaderBytes = 8;
        for (long at = 0, i = 0; i < Math.Min(count, ItemsMax) && at < items.Bytes; i++)
        {
            long bytes = items.LittleEndian(at, 4);
            long flags = items.LittleEndian(at + 4, 4);
            long end = items.IndexOf(0, at + ItemHeaderBytes, KeyBytesMax + 1);
            if (end < 0)
            {
                return;
            }

            string key = items.Part(at + ItemHeaderBytes, end - at - ItemHeaderBytes).Text();
            ReadItem(key, items.Part(end + 1, bytes), (int)(flags >> 1) & 3, tags);
            at = end + 1 + bytes;
        }
    }

    private static void ReadItem(string key, TagSlice value, int kind, TagBuilder tags)
    {
        if (kind == Binary && key.StartsWith("Cover Art", StringComparison.OrdinalIgnoreCase))
        {
            // A file name precedes the picture, whose type is not stored.
            long end = value.IndexOf(0, 0, KeyBytesMax + 1);
            int number = key.Contains("Back", StringComparison.OrdinalIgnoreCase) ? 4 : 3;
            TagPicture.AddCover(tags, value.From(end + 1), "", number);
            return;
        }

        string name = s_common.TryGetValue(key, out string? common) ? common : $"ape:{key}";
        if (kind == Binary)
        {
            tags.Add(name, value.Describe());
            return;
        }

        foreach (string text in value.Text().Split('\0'))
        {
            tags.Add(name, text);
        }
    }
}

namespace Doppel.Media;

/// <summary>Reads tags from the CAF chunks that contain no audio data.</summary>
internal static class CafTags
{
    private const int TextsMax = 10_000;

    // Programs other than Apple's use the short names.
    private static readonly Dictionary<string, string> s_names = new(StringComparer.OrdinalIgnoreCase)
    {
        ["title"] = TagNames.Title,
        ["artist"] = TagNames.Artist,
        ["album"] = TagNames.Album,
        ["composer"] = TagNames.Composer,
        ["lyricist"] = TagNames.Lyricist,
        ["genre"] = TagNames.Genre,
        ["track number"] = TagNames.Track,
        ["track"] = TagNames.Track,
        ["year"] = TagNames.Date,
        ["date"] = TagNames.Date,
        ["recorded date"] = TagNames.Taken,
        ["comments"] = TagNames.Comment,
        ["comment"] = TagNames.Comment,
        ["copyright"] = TagNames.Copyright,
        ["tempo"] = TagNames.Tempo,
        ["source encoder"] = TagNames.Encoder,
        ["encoder"] = TagNames.Encoder,
        ["encoding application"] = TagNames.Software,
    };

    // The samples and what decodes them, free space, and what can be computed from the samples.
    private static readonly string[] s_structure = ["desc", "chan", "kuki", "pakt", "data", "free", "ovvw", "peak"];

    /// <summary>Reads one chunk, unless it is payload or belongs to the structure of the file.</summary>
    internal static void Read(HeaderReader file, LongChunk chunk, TagBuilder tags)
    {
        TagSlice content = TagSlice.Within(file, chunk.Start, chunk.Bytes);
        if (chunk.Is("info"u8))
        {
            ReadTexts(content, tags);
        }
        else if (chunk.Is("mark"u8))
        {
            long marks = content.BigEndian(4, 4);
            tags.Add(TagNames.Chapters, marks > 0 ? TagText.Number(marks) : "");
            tags.AddUnread("caf:mark", content);
        }
        else if (chunk.Is("uuid"u8))
        {
            string uuid = Convert.ToHexStringLower(content.Part(0, 16).ToArray());
            tags.AddUnread($"caf:uuid:{uuid}", content.From(16));
        }
        else if (!s_structure.Contains(chunk.Letters))
        {
            tags.AddUnread($"caf:{chunk.Letters.Trim()}", content);
        }
    }

    // A number of pairs, each a name and a value that end with NUL.
    private static void ReadTexts(TagSlice content, TagBuilder tags)
    {
        long count = Math.Min(content.BigEndian(0, 4), TextsMax);
        long at = 4;
        for (long i = 0; i < count; i++)
        {
            long nameEnd = content.IndexOf(0, at);
            long end = nameEnd < 0 ? -1 : content.IndexOf(0, nameEnd + 1);
            if (end < 0)
            {
                return;
            }

            string name = content.Part(at, nameEnd - at).Text();
            string value = content.Part(nameEnd + 1, end - nameEnd - 1).Text();
            tags.Add(s_names.TryGetValue(name, out string? common) ? common : $"caf:{name}", value);
            at = end + 1;
        }
    }
}

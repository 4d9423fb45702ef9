namespace Doppel.Media;

/// <summary>Reads ID3v1, 1.1 with a track's number, and the extension that may stand before it.</summary>
internal static class Id3v1Tags
{
    /// <summary>Bytes of the tag.</summary>
    internal const int Bytes = 128;

    /// <summary>Bytes of the extension.</summary>
    internal const int ExtensionBytes = 227;

    private const int TextBytes = 30;
    private const int LongTextBytes = 60;

    /// <summary>Reads a tag, and the extension before it where one is.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">Where the tag begins.</param>
    /// <param name="tags">
    /// What it says; not what was cut off after 30 letters where another tag, read before, has it whole.
    /// </param>
    internal static void Read(HeaderReader file, long at, TagBuilder tags)
    {
        try
        {
            TagSlice tag = TagSlice.Within(file, at, Bytes);
            if (!tag.Is(0, "TAG"u8) || tag.Bytes < Bytes)
            {
                return;
            }

            TagSlice more = at >= ExtensionBytes ? TagSlice.Within(file, at - ExtensionBytes, ExtensionBytes) : default;
            bool hasMore = more.Bytes > 0 && more.Is(0, "TAG+"u8);
            ReadTag(tag, hasMore ? more : TagSlice.Of([]), tags);
        }
        catch (NotComparableException)
        {
            // What was read of it stands.
        }
    }

    private static void ReadTag(TagSlice tag, TagSlice more, TagBuilder tags)
    {
        AddText(tags, TagNames.Title, tag.Part(3, TextBytes), more.Part(4, LongTextBytes));
        AddText(tags, TagNames.Artist, tag.Part(33, TextBytes), more.Part(64, LongTextBytes));
        AddText(tags, TagNames.Album, tag.Part(63, TextBytes), more.Part(124, LongTextBytes));
        AddText(tags, TagNames.Date, tag.Part(93, 4), default);
        bool hasTrack = tag[125] == 0 && tag[126] != 0;
        AddText(tags, TagNames.Comment, tag.Part(97, hasTrack ? TextBytes - 2 : TextBytes), default);
        tags.Add(TagNames.Track, hasTrack && !tags.Continues(TagNames.Track, $"{tag[126]}/") ? $"{tag[126]}" : "");
        AddText(tags, TagNames.Genre, more.Part(185, TextBytes), default);
        tags.Add(TagNames.Genre, Id3Genres.Name(tag[127]));
    }

    private static void AddText(TagBuilder tags, string name, TagSlice text, TagSlice more)
    {
        string value = TagText.UpToNul(text.Text());
        if (value.Length == text.Bytes && more.Bytes > 0)
        {
            value += TagText.UpToNul(more.Text());
        }

        tags.Add(name, tags.Continues(name, value.TrimEnd()) ? "" : value);
    }
}

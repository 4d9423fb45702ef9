namespace Doppel.Media;

/// <summary>Reads ID3v1, ID3v1.1, which adds a track number, and the extension that may precede the tag.</summary>
internal static class Id3v1Tags
{
    /// <summary>The length of the tag in bytes.</summary>
    internal const int Bytes = 128;

    /// <summary>The length of the extension in bytes.</summary>
    internal const int ExtensionBytes = 227;

    private const int TextBytes = 30;
    private const int LongTextBytes = 60;

    /// <summary>Reads a tag, and the extension before it if there is one.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the tag.</param>
    /// <param name="tags">
    /// Receives the tags, except text cut off after 30 characters that another tag, read earlier, contains in full.
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
            // Keep the tags that were read before the damage.
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

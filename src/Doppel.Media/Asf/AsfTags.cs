using System.Globalization;
using System.Text;

namespace Doppel.Media;

/// <summary>
/// Reads the content descriptions and metadata libraries in the header of ASF (3.10, 3.11, 4.7, 4.8).
/// </summary>
internal static class AsfTags
{
    private const int NameBytesMax = 256;

    private static readonly Dictionary<string, string> s_common = new(StringComparer.OrdinalIgnoreCase)
    {
        ["Title"] = TagNames.Title,
        ["Author"] = TagNames.Artist,
        ["Copyright"] = TagNames.Copyright,
        ["Description"] = TagNames.Comment,
        ["Rating"] = TagNames.Rating,
        ["WM/SubTitle"] = TagNames.Subtitle,
        ["WM/SubTitleDescription"] = TagNames.Description,
        ["WM/AlbumTitle"] = TagNames.Album,
        ["WM/AlbumArtist"] = TagNames.AlbumArtist,
        ["WM/Composer"] = TagNames.Composer,
        ["WM/Writer"] = TagNames.Lyricist,
        ["WM/Conductor"] = TagNames.Conductor,
        ["WM/Publisher"] = TagNames.Publisher,
        ["WM/ContentGroupDescription"] = TagNames.Grouping,
        ["WM/Genre"] = TagNames.Genre,
        ["WM/TrackNumber"] = TagNames.Track,
        ["WM/PartOfSet"] = TagNames.Disc,
        ["WM/Year"] = TagNames.Date,
        ["WM/OriginalReleaseYear"] = TagNames.OriginalDate,
        ["WM/Lyrics"] = TagNames.Lyrics,
        ["WM/ISRC"] = TagNames.Isrc,
        ["WM/BeatsPerMinute"] = TagNames.Tempo,
        ["WM/IsCompilation"] = TagNames.Compilation,
        ["WM/EncodedBy"] = TagNames.EncodedBy,
        ["WM/EncodingSettings"] = TagNames.Encoder,
        ["WM/ToolName"] = TagNames.Software,
        ["WM/SharedUserRating"] = TagNames.Rating,
        ["WM/Language"] = TagNames.Language,
        ["WM/AuthorURL"] = TagNames.Link,
        ["WM/Category"] = TagNames.Keywords,
    };

    private static readonly string[] s_described = ["Title", "Author", "Copyright", "Description", "Rating"];

    /// <summary>Reads a header.</summary>
    internal static void Read(HeaderReader file, AsfHeader header, TagBuilder tags)
    {
        foreach (AsfObject one in header.Objects)
        {
            TagSlice content = TagSlice.Within(file, one.Start, one.Bytes);
            if (one.Id == AsfObject.ContentDescription)
            {
                ReadDescription(content, tags);
            }
            else if (one.Id == AsfObject.ExtendedContentDescription)
            {
                ReadExtended(content, tags);
            }
            else if (one.Id == AsfObject.Metadata || one.Id == AsfObject.MetadataLibrary)
            {
                ReadLibrary(content, tags);
            }
            else if (one.Id == AsfObject.FileProperties)
            {
                AddDate(content.LittleEndian(24, 8), tags);
            }
            else if (one.Id == AsfObject.Marker)
            {
                ReadMarkers(content, tags);
            }
            else if (!one.IsStructure)
            {
                tags.AddUnread($"asf:{one.Id}", content);
            }
        }
    }

    // A number, two bytes, a name, and for each marker its place, time, length, two times and flags, and its text.
    private static void ReadMarkers(TagSlice content, TagBuilder tags)
    {
        const int CountAt = 16, NameBytesAt = 22, HeadBytes = 30, TextBytesAt = 26, MarkersMax = 500;
        long count = content.LittleEndian(CountAt, 4);
        long at = NameBytesAt + 2 + content.LittleEndian(NameBytesAt, 2);
        tags.Add(TagNames.Chapters, TagText.Number(count));
        for (long i = 0; i < Math.Min(count, MarkersMax) && at + HeadBytes <= content.Bytes; i++)
        {
            long ticks = Math.Clamp(content.LittleEndian(at + 8, 8), 0, TimeSpan.MaxValue.Ticks);
            long bytes = 2 * content.LittleEndian(at + TextBytesAt, 4);
            tags.AddChapter(TimeSpan.FromTicks(ticks), Text(content.Part(at + HeadBytes, bytes)));
            at += HeadBytes + bytes;
        }
    }

    private static void ReadDescription(TagSlice content, TagBuilder tags)
    {
        long at = 2 * s_described.Length;
        for (int i = 0; i < s_described.Length; i++)
        {
            long bytes = content.LittleEndian(2 * i, 2);
            tags.Add(s_common[s_described[i]], Text(content.Part(at, bytes)));
            at += bytes;
        }
    }

    private static void ReadExtended(TagSlice content, TagBuilder tags)
    {
        long at = 2;
        for (long left = content.LittleEndian(0, 2); left > 0 && at < content.Bytes; left--)
        {
            long nameBytes = content.LittleEndian(at, 2);
            TagSlice name = content.Part(at + 2, Math.Min(nameBytes, NameBytesMax));
            at += 2 + nameBytes;
            long type = content.LittleEndian(at, 2);
            long bytes = content.LittleEndian(at + 2, 2);
            Add(Text(name), type, content.Part(at + 4, bytes), tags);
            at += 4 + bytes;
        }
    }

    private static void ReadLibrary(TagSlice content, TagBuilder tags)
    {
        const int HeadBytes = 12;
        long at = 2;
        for (long left = content.LittleEndian(0, 2); left > 0 && at < content.Bytes; left--)
        {
            long nameBytes = content.LittleEndian(at + 4, 2);
            long type = content.LittleEndian(at + 6, 2);
            long bytes = content.LittleEndian(at + 8, 4);
            TagSlice name = content.Part(at + HeadBytes, Math.Min(nameBytes, NameBytesMax));
            Add(Text(name), type, content.Part(at + HeadBytes + nameBytes, bytes), tags);
            at += HeadBytes + nameBytes + bytes;
        }
    }

    private static void Add(string name, long type, TagSlice value, TagBuilder tags)
    {
        const int Unicode = 0, Bytes = 1, Identifier = 6;
        if (name == "WM/Picture" && type == Bytes)
        {
            AddPicture(value, tags);
            return;
        }

        string text = type switch
        {
            Unicode => Text(value),
            Bytes or Identifier => value.Describe(),
            _ => TagText.Number(value.LittleEndian(0, (int)Math.Min(8, value.Bytes))),
        };
        tags.Add(s_common.TryGetValue(name, out string? common) ? common : $"asf:{name}", text);
    }

    private static void AddPicture(TagSlice value, TagBuilder tags)
    {
        const int TypeAt = 5;
        long bytes = value.LittleEndian(1, 4);
        long second = BehindText(value, TypeAt);
        long third = BehindText(value, second);
        TagPicture.AddCover(
            tags, value.Part(third, bytes), Text(value.Part(TypeAt, second - TypeAt)), value[0],
            Text(value.Part(second, third - second)));
    }

    // UTF-16 text, terminated by two zeros.
    private static long BehindText(TagSlice value, long at)
    {
        const int CharactersMax = 1024;
        long end = Math.Min(value.Bytes, at + (2 * CharactersMax));
        while (at < end && value.LittleEndian(at, 2) != 0)
        {
            at += 2;
        }

        return at + 2;
    }

    private static string Text(TagSlice value) => TagText.UpToNul(value.Text(Encoding.Unicode));

    private static void AddDate(long fileTime, TagBuilder tags)
    {
        // Writers that do not know the date store the earliest one that the format can express.
        DateTime when = fileTime > 0 && fileTime < DateTime.MaxValue.ToFileTimeUtc()
            ? DateTime.FromFileTimeUtc(fileTime) : default;
        tags.Add(
            TagNames.Modified,
            when.Year > 1970 ? when.ToString("yyyy-MM-dd HH:mm:ss'Z'", CultureInfo.InvariantCulture) : "");
    }
}

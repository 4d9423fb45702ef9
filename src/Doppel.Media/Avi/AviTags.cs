using System.Globalization;

namespace Doppel.Media;

/// <summary>Reads the tags of AVI: text lists, dates, stream names and XMP.</summary>
internal static class AviTags
{
    private const int ChunksMax = 10_000;

    private static readonly string[] s_dates =
    [
        "ddd MMM d HH:mm:ss yyyy", "yyyy:MM:dd HH:mm:ss", "yyyy-MM-dd HH:mm:ss", "yyyy/MM/dd HH:mm:ss",
        "yyyy/MM/dd HH:mm", "yyyy-MM-dd HH:mm",
    ];

    // The streams and what decodes them, indexes, and free space.
    private static readonly HashSet<string> s_structure =
    [
        "avih", "strh", "strf", "vprp", "indx", "idx1", "movi", "odml", "JUNK", "junk",
    ];

    private static readonly uint s_list = RiffChunk.IdOf("LIST"u8);
    private static readonly uint s_date = RiffChunk.IdOf("IDIT"u8);
    private static readonly uint s_timecode = RiffChunk.IdOf("ISMP"u8);
    private static readonly uint s_name = RiffChunk.IdOf("strn"u8);
    private static readonly uint s_riff = RiffChunk.IdOf("RIFF"u8);

    /// <summary>Reads a whole file.</summary>
    internal static void Read(HeaderReader file, TagBuilder tags)
    {
        // Lists that contain others are entered, so the walk needs no stack. The audio and video data is skipped.
        long at = 0;
        for (int i = 0; i < ChunksMax && file.Has(at, RiffChunk.HeaderBytes); i++)
        {
            RiffChunk chunk = RiffChunk.At(file, at);
            bool isEntered = chunk.Id == s_riff || (chunk.Id == s_list && IsHeaders(file, chunk));
            at = isEntered ? chunk.Start + 4 : chunk.Next;
            if (isEntered)
            {
                continue;
            }

            TagSlice content = TagSlice.Within(file, chunk.Start, chunk.Bytes);
            if (chunk.Id == s_date)
            {
                AddDate(content, tags);
            }
            else if (chunk.Id == s_timecode)
            {
                tags.Add("avi:ISMP", TagText.UpToNul(content.Text()));
            }
            else if (chunk.Id == s_name)
            {
                tags.Add("avi:strn", TagText.UpToNul(content.Text()));
            }
            else
            {
                RiffTags.Read(file, chunk, s_structure, tags);
            }
        }
    }

    private static bool IsHeaders(HeaderReader file, RiffChunk chunk) =>
        file.Is(chunk.Start, "hdrl"u8) || file.Is(chunk.Start, "strl"u8);

    private static void AddDate(TagSlice content, TagBuilder tags)
    {
        string text = TagText.UpToNul(content.Text()).Trim();
        bool isTime = DateTime.TryParseExact(
            text, s_dates, CultureInfo.InvariantCulture, DateTimeStyles.AllowWhiteSpaces, out DateTime when);
        TagTime.AddTaken(tags, isTime ? when.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture) : text);
    }
}

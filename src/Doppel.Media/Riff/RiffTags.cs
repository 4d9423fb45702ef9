using System.Text;

namespace Doppel.Media;

/// <summary>Reads tags from the RIFF chunks that contain no audio or image data.</summary>
internal static class RiffTags
{
    private const int ChunksMax = 10_000;

    private static readonly Dictionary<string, string> s_info = new()
    {
        ["INAM"] = TagNames.Title,
        ["IART"] = TagNames.Artist,
        ["IPRD"] = TagNames.Album,
        ["IGNR"] = TagNames.Genre,
        ["ICMT"] = TagNames.Comment,
        ["ICOP"] = TagNames.Copyright,
        ["ICRD"] = TagNames.Date,
        ["ISBJ"] = TagNames.Description,
        ["IKEY"] = TagNames.Keywords,
        ["ISFT"] = TagNames.Software,
        ["IENC"] = TagNames.EncodedBy,
        ["ITCH"] = TagNames.EncodedBy,
        ["ILNG"] = TagNames.Language,
        ["ITRK"] = TagNames.Track,
        ["IPRT"] = TagNames.Track,
        ["IMUS"] = TagNames.Composer,
        ["IWRI"] = TagNames.Lyricist,
        ["IPUB"] = TagNames.Publisher,
        ["IRTD"] = TagNames.Rating,
    };

    private static readonly uint s_list = RiffChunk.IdOf("LIST"u8);
    private static readonly uint s_id3 = RiffChunk.IdOf("id3 "u8);
    private static readonly uint s_id3Upper = RiffChunk.IdOf("ID3 "u8);
    private static readonly uint s_broadcast = RiffChunk.IdOf("bext"u8);
    private static readonly uint s_xmp = RiffChunk.IdOf("_PMX"u8);
    private static readonly uint s_ixml = RiffChunk.IdOf("iXML"u8);
    private static readonly uint s_axml = RiffChunk.IdOf("axml"u8);
    private static readonly uint s_cue = RiffChunk.IdOf("cue "u8);
    private static readonly uint s_date = RiffChunk.IdOf("IDIT"u8);

    /// <summary>Reads one chunk, unless it is payload or belongs to the structure of the file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="chunk">The chunk.</param>
    /// <param name="structure">
    /// The chunks and lists of the format that are payload, that only help to find or show it, or that can be computed
    /// from it.
    /// </param>
    /// <param name="tags">Receives the tags.</param>
    internal static void Read(HeaderReader file, RiffChunk chunk, HashSet<string> structure, TagBuilder tags)
    {
        TagSlice content = TagSlice.Within(file, chunk.Start, chunk.Bytes);
        if (chunk.Id == s_list && content.Is(0, "INFO"u8))
        {
            ReadInfo(content.From(4), tags);
        }
        else if (chunk.Id == s_id3 || chunk.Id == s_id3Upper)
        {
            Id3Tags.Read(file, content.At, content.Bytes, tags);
        }
        else if (chunk.Id == s_xmp)
        {
            XmpTags.Read(file, content.At, content.Bytes, tags);
        }
        else if (chunk.Id == s_ixml || chunk.Id == s_axml)
        {
            XmpTags.Read(file, content.At, content.Bytes, tags, "riff");
        }
        else if (chunk.Id == s_broadcast)
        {
            ReadBroadcast(content, tags);
        }
        else if (chunk.Id == s_cue)
        {
            long cues = content.LittleEndian(0, 4);
            tags.Add(TagNames.Chapters, cues > 0 ? TagText.Number(cues) : "");
            tags.AddUnread("riff:cue", content);
        }
        else if (chunk.Id == s_date)
        {
            tags.Add(TagNames.Date, content.Text());
        }
        else
        {
            bool isList = chunk.Id == s_list;
            string kind = isList ? content.Part(0, 4).Text(Encoding.Latin1) : chunk.Letters;
            if (!structure.Contains(kind))
            {
                tags.AddUnread($"riff:{kind.Trim()}", isList ? content.From(4) : content);
            }
        }
    }

    /// <summary>Returns the tag name for the four-character ID of a text.</summary>
    internal static string InfoName(string id) => s_info.TryGetValue(id, out string? name) ? name : $"riff:{id}";

    /// <summary>Reads the chunks of an INFO list.</summary>
    internal static void ReadInfo(TagSlice list, TagBuilder tags)
    {
        long at = 0;
        for (int i = 0; i < ChunksMax && at + RiffChunk.HeaderBytes <= list.Bytes; i++)
        {
            string id = list.Part(at, 4).Text(Encoding.Latin1);
            long bytes = list.LittleEndian(at + 4, 4);
            string text = TagText.UpToNul(list.Part(at + RiffChunk.HeaderBytes, bytes).Text());
            tags.Add(InfoName(id), text);
            at += RiffChunk.HeaderBytes + bytes + (bytes & 1);
        }
    }

    // EBU Tech 3285: fields of fixed length, followed by the coding history.
    private static void ReadBroadcast(TagSlice content, TagBuilder tags)
    {
        const int HistoryAt = 602;
        tags.Add(TagNames.Description, Field(content, 0, 256));
        tags.Add("bext:Originator", Field(content, 256, 32));
        tags.Add("bext:OriginatorReference", Field(content, 288, 32));
        string day = Field(content, 320, 10);
        if (day.Trim(' ', '0', '-', ':').Length > 0)
        {
            TagTime.AddTaken(tags, $"{day} {Field(content, 330, 8)}");
        }

        long since = content.LittleEndian(338, 8);
        tags.Add("bext:TimeReference", since != 0 ? TagText.Number(since) : "");
        AddUnlessZero("bext:UMID", content.Part(348, 64), tags);
        AddUnlessZero("bext:Loudness", content.Part(412, 10), tags);
        tags.Add("bext:CodingHistory", TagText.UpToNul(content.From(HistoryAt).Text()));
    }

    private static void AddUnlessZero(string name, TagSlice field, TagBuilder tags)
    {
        if (field.ToArray().AsSpan().ContainsAnyExcept((byte)0))
        {
            tags.AddUnread(name, field);
        }
    }

    private static string Field(TagSlice content, long offset, int bytes) =>
        TagText.UpToNul(content.Part(offset, bytes).Text());
}

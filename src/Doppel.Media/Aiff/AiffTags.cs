namespace Doppel.Media;

/// <summary>Reads tags from the AIFF chunks that contain no audio data.</summary>
internal static class AiffTags
{
    private const int CommentsMax = 10_000;

    private static readonly Dictionary<uint, string> s_texts = new()
    {
        [AiffChunk.IdOf("NAME"u8)] = TagNames.Title,
        [AiffChunk.IdOf("AUTH"u8)] = TagNames.Artist,
        [AiffChunk.IdOf("(c) "u8)] = TagNames.Copyright,
        [AiffChunk.IdOf("ANNO"u8)] = TagNames.Comment,
    };

    // The samples and their properties, padding, and what can be computed from the samples.
    private static readonly string[] s_structure = ["COMM", "SSND", "FVER", "PEAK", "FLLR", "JUNK", "PAD "];

    private static readonly uint s_comments = AiffChunk.IdOf("COMT"u8);
    private static readonly uint s_marks = AiffChunk.IdOf("MARK"u8);
    private static readonly uint s_id3 = AiffChunk.IdOf("ID3 "u8);
    private static readonly uint s_id3Lower = AiffChunk.IdOf("id3 "u8);

    /// <summary>Reads one chunk, unless it is payload or belongs to the structure of the file.</summary>
    internal static void Read(HeaderReader file, AiffChunk chunk, TagBuilder tags)
    {
        TagSlice content = TagSlice.Within(file, chunk.Start, chunk.Bytes);
        if (s_texts.TryGetValue(chunk.Id, out string? name))
        {
            tags.Add(name, TagText.UpToNul(content.Text()));
        }
        else if (chunk.Id == s_id3 || chunk.Id == s_id3Lower)
        {
            Id3Tags.Read(file, content.At, content.Bytes, tags);
        }
        else if (chunk.Id == s_marks)
        {
            long marks = content.BigEndian(0, 2);
            tags.Add(TagNames.Chapters, marks > 0 ? TagText.Number(marks) : "");
            tags.AddUnread("aiff:MARK", content);
        }
        else if (chunk.Id == s_comments)
        {
            ReadComments(content, tags);
        }
        else if (!s_structure.Contains(chunk.Letters))
        {
            tags.AddUnread($"aiff:{chunk.Letters.Trim()}", content);
        }
    }

    // Each comment has a timestamp, the marker it refers to, a length, and text padded to an even length.
    private static void ReadComments(TagSlice content, TagBuilder tags)
    {
        const int HeaderBytes = 8;
        long count = Math.Min(content.BigEndian(0, 2), CommentsMax);
        long at = 2;
        for (long i = 0; i < count && at + HeaderBytes <= content.Bytes; i++)
        {
            long bytes = content.BigEndian(at + 6, 2);
            tags.Add(TagNames.Comment, content.Part(at + HeaderBytes, bytes).Text());
            at += HeaderBytes + bytes + (bytes & 1);
        }
    }
}

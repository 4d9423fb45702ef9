namespace Doppel.Media;

/// <summary>Reads tags from the DSDIFF chunks that contain no audio data.</summary>
internal static class DsdiffTags
{
    private const int CommentsMax = 10_000;
    private const int CommentHeaderBytes = 14;

    // The samples, what decodes them, their index, and chunks that contain others.
    private static readonly string[] s_structure =
        ["FVER", "PROP", "FS  ", "CHNL", "CMPR", "LSCO", "DSD ", "DST ", "DSTI", "DIIN"];

    /// <summary>Reads one chunk, unless it is payload or belongs to the structure of the file.</summary>
    internal static void Read(HeaderReader file, LongChunk chunk, TagBuilder tags)
    {
        TagSlice content = TagSlice.Within(file, chunk.Start, chunk.Bytes);
        if (chunk.Is("ID3 "u8))
        {
            Id3Tags.Read(file, content.At, content.Bytes, tags);
        }
        else if (chunk.Is("DITI"u8))
        {
            tags.Add(TagNames.Title, CountedText(content));
        }
        else if (chunk.Is("DIAR"u8))
        {
            tags.Add(TagNames.Artist, CountedText(content));
        }
        else if (chunk.Is("COMT"u8))
        {
            ReadComments(content, tags);
        }
        else if (!s_structure.Contains(chunk.Letters))
        {
            tags.AddUnread($"dsdiff:{chunk.Letters.Trim()}", content);
        }
    }

    private static string CountedText(TagSlice content) => content.Part(4, content.BigEndian(0, 4)).Text();

    // Each comment has a time, a kind, a reference, a length, and text padded to an even length.
    private static void ReadComments(TagSlice content, TagBuilder tags)
    {
        long count = Math.Min(content.BigEndian(0, 2), CommentsMax);
        long at = 2;
        for (long i = 0; i < count && at + CommentHeaderBytes <= content.Bytes; i++)
        {
            TagSlice text = content.From(at + CommentHeaderBytes - 4);
            tags.Add(TagNames.Comment, CountedText(text));
            long bytes = text.BigEndian(0, 4);
            at += CommentHeaderBytes + bytes + (bytes & 1);
        }
    }
}

namespace Doppel.Media;

/// <summary>Reads the tags before and after the audio data of a file, in whatever order they are stacked.</summary>
internal static class StackedTags
{
    private const int TagsMax = 64;

    /// <summary>
    /// Reads all tags: those before the audio data from the first to the last, then those after it from the end.
    /// </summary>
    /// <param name="file">The file.</param>
    /// <param name="tags">Receives the tags. If a tag is damaged, only those that could be read.</param>
    internal static void Read(HeaderReader file, TagBuilder tags)
    {
        try
        {
            ReadEnd(file, ReadStart(file, tags), tags);
        }
        catch (NotComparableException)
        {
            // Keep the tags that were read before the damage.
        }
    }

    /// <summary>Reads the tags after an offset.</summary>
    internal static void ReadEnd(HeaderReader file, long start, TagBuilder tags)
    {
        // Read from the innermost tag outwards: the outermost is ID3v1, which truncates what other tags contain in
        // full.
        Stack<(long At, long Bytes)> found = [];
        try
        {
            for (long end = file.Length; found.Count < TagsMax;)
            {
                long bytes = TagEnds.Last(file, start, end);
                if (bytes == 0 || bytes > end - start)
                {
                    break;
                }

                end -= bytes;
                found.Push((end, bytes));
            }
        }
        catch (NotComparableException)
        {
            // Read the tags that were found before the damage.
        }

        foreach ((long at, long bytes) in found)
        {
            ReadOne(file, at, bytes, tags);
        }
    }

    /// <summary>Reads the tags before the audio data and returns the offset at which they end.</summary>
    internal static long ReadStart(HeaderReader file, TagBuilder tags)
    {
        long at = 0;
        for (int i = 0; i < TagsMax; i++)
        {
            long bytes = TagEnds.First(file, at);
            ReadOne(file, at, bytes, tags);
            if (bytes == 0 || !file.Has(at, bytes))
            {
                break;
            }

            at += bytes;
        }

        return at;
    }

    private static void ReadOne(HeaderReader file, long at, long bytes, TagBuilder tags)
    {
        if (bytes == 0)
        {
            return;
        }

        if (file.Is(at, "ID3"u8))
        {
            Id3Tags.Read(file, at, bytes, tags);
        }
        else if (bytes == Id3v1Tags.Bytes && file.Is(at, "TAG"u8))
        {
            Id3v1Tags.Read(file, at, tags);
        }
        else if (file.Is(at, "LYRICSBEGIN"u8))
        {
            Lyrics3Tags.Read(file, at, bytes, tags);
        }
        else if (MusicMatchTag.StandsAt(file, at, bytes))
        {
            MusicMatchTag.Read(file, at, bytes, tags);
        }
        else
        {
            ApeTags.Read(file, at, bytes, tags);
        }
    }
}

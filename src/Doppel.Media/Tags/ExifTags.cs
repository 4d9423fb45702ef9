namespace Doppel.Media;

/// <summary>Reads Exif (CIPA DC-008), which stores tags in TIFF directories.</summary>
internal static class ExifTags
{
    private const int DirectoriesMax = 16;
    private const int EntriesMax = 1000;
    private const int EntryBytes = 12;

    private const int ExifDirectory = 0x8769;
    private const int GpsDirectory = 0x8825;
    private const int InteroperabilityDirectory = 0xA005;

    /// <summary>Reads the first directory, the Exif and GPS directories, and the thumbnail.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the header, <c>II</c> or <c>MM</c>. All Exif offsets are relative to it.</param>
    /// <param name="bytes">The number of bytes from the header that offsets may refer to.</param>
    /// <param name="tags">Receives the tags. If Exif is damaged, only those that could be read.</param>
    /// <param name="first">
    /// What the first directory describes, for formats in which each directory has a header.
    /// </param>
    internal static void Read(
        HeaderReader file, long at, long bytes, TagBuilder tags, ExifPart first = ExifPart.Main)
    {
        var content = new ExifContent(tags);
        try
        {
            TagSlice header = TagSlice.Within(file, at, bytes);
            bool isBigEndian = header.Is(0, "MM"u8);
            if (isBigEndian || header.Is(0, "II"u8))
            {
                ReadDirectories(header, isBigEndian, content, first);
            }
        }
        catch (NotComparableException)
        {
            // Keep the tags that were read before the damage.
        }

        content.End();
    }

    private static void ReadDirectories(
        TagSlice header, bool isBigEndian, ExifContent content, ExifPart first)
    {
        var waiting = new Queue<(long At, ExifPart Part)>();
        HashSet<long> seen = [];
        waiting.Enqueue((Number(header, isBigEndian, 4, 4), first));
        while (waiting.TryDequeue(out (long At, ExifPart Part) next) && seen.Count < DirectoriesMax)
        {
            if (next.At <= 0 || next.At >= header.Bytes || !seen.Add(next.At))
            {
                continue;
            }

            long count = Number(header, isBigEndian, next.At, 2);
            for (int i = 0; i < Math.Min(count, EntriesMax); i++)
            {
                long at = next.At + 2 + (i * EntryBytes);
                if (at + EntryBytes > header.Bytes)
                {
                    break;
                }

                var entry = ExifEntry.Read(header, isBigEndian, at);
                if (next.Part == ExifPart.Main && entry.Tag is ExifDirectory or GpsDirectory)
                {
                    waiting.Enqueue((entry.Number(0), entry.Tag == ExifDirectory ? ExifPart.Exif : ExifPart.Gps));
                }
                else if (entry.Tag != InteroperabilityDirectory)
                {
                    content.Read(next.Part, entry, header);
                }
            }

            if (next.Part == ExifPart.Main)
            {
                long behind = next.At + 2 + (count * EntryBytes);
                waiting.Enqueue((Number(header, isBigEndian, behind, 4), ExifPart.Thumbnail));
            }
        }
    }

    private static long Number(TagSlice header, bool isBigEndian, long at, int bytes) =>
        isBigEndian ? header.BigEndian(at, bytes) : header.LittleEndian(at, bytes);
}

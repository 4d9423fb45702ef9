using System.Globalization;
using System.Text;

namespace Doppel.Media;

/// <summary>Reads Lyrics3, versions 1 and 2 (id3.org).</summary>
internal static class Lyrics3Tags
{
    private const int FieldsMax = 1000;

    /// <summary>Reads a whole tag.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the tag.</param>
    /// <param name="bytes">The length of the tag in bytes, including its end marker.</param>
    /// <param name="tags">Receives the tags. If the tag is damaged, only those that could be read.</param>
    internal static void Read(HeaderReader file, long at, long bytes, TagBuilder tags)
    {
        const int EndBytes = 9; // LYRICSEND or LYRICS200
        const int BeginBytes = 11;
        try
        {
            TagSlice tag = TagSlice.Within(file, at, bytes);
            if (tag.Is(tag.Bytes - EndBytes, "LYRICSEND"u8))
            {
                tags.Add(TagNames.Lyrics, tag.Part(BeginBytes, tag.Bytes - BeginBytes - EndBytes).Text());
            }
            else if (tag.Is(0, "LYRICSBEGIN"u8))
            {
                ReadFields(tag.Part(BeginBytes, tag.Bytes - BeginBytes - EndBytes - 6), tags);
            }
        }
        catch (NotComparableException)
        {
            // Keep the tags that were read before the damage.
        }
    }

    // Each field is a three-letter name, a five-digit length and the text.
    private static void ReadFields(TagSlice fields, TagBuilder tags)
    {
        const int HeaderBytes = 8;
        long at = 0;
        for (int i = 0; i < FieldsMax && at + HeaderBytes <= fields.Bytes; i++)
        {
            string header = fields.Part(at, HeaderBytes).Text(Encoding.Latin1);
            if (!int.TryParse(header[3..], NumberStyles.None, CultureInfo.InvariantCulture, out int bytes))
            {
                return;
            }

            string name = header[..3];
            string text = fields.Part(at + HeaderBytes, bytes).Text();
            switch (name)
            {
                case "LYR":
                    tags.Add(TagNames.Lyrics, text);
                    break;
                case "EAL":
                    tags.Add(TagNames.Album, text);
                    break;
                case "EAR":
                    tags.Add(TagNames.Artist, text);
                    break;
                case "ETT":
                    tags.Add(TagNames.Title, text);
                    break;
                case "IND" or "CRC":
                    break;
                default:
                    tags.Add($"lyrics3:{name}", text);
                    break;
            }

            at += HeaderBytes + bytes;
        }
    }
}

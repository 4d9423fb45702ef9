using System.Globalization;
using System.Text;

namespace Doppel.Media;

/// <summary>Reads Lyrics3, versions 1 and 2 (id3.org).</summary>
internal static class Lyrics3Tags
{
    private const int FieldsMax = 1000;

    /// <summary>Reads a whole tag.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">Where it begins.</param>
    /// <param name="bytes">Its length, with what stands at its end.</param>
    /// <param name="tags">What it says; of a damaged one what could be read.</param>
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
            // What was read of it stands.
        }
    }

    // Three letters, five digits, text.
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

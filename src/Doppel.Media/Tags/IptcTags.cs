using System.Text;

namespace Doppel.Media;

/// <summary>Reads IPTC metadata, which news agencies use to describe pictures (IPTC IIM, 4.2).</summary>
internal static class IptcTags
{
    private const int RecordsMax = 10_000;
    private const byte Mark = 0x1C;

    private static readonly Dictionary<int, string> s_names = new()
    {
        [5] = TagNames.Title,
        [10] = "iptc:Urgency",
        [15] = "iptc:Category",
        [20] = "iptc:SupplementalCategories",
        [25] = TagNames.Keywords,
        [40] = "iptc:SpecialInstructions",
        [65] = TagNames.Software,
        [80] = TagNames.Artist,
        [85] = "iptc:By-lineTitle",
        [90] = "iptc:City",
        [92] = "iptc:Sub-location",
        [95] = "iptc:Province-State",
        [100] = "iptc:Country-PrimaryLocationCode",
        [101] = "iptc:Country-PrimaryLocationName",
        [103] = "iptc:OriginalTransmissionReference",
        [105] = "iptc:Headline",
        [110] = "iptc:Credit",
        [115] = "iptc:Source",
        [116] = TagNames.Copyright,
        [118] = "iptc:Contact",
        [120] = TagNames.Description,
        [122] = "iptc:Writer-Editor",
        [135] = TagNames.Language,
    };

    /// <summary>Reads all data sets.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the first data set.</param>
    /// <param name="bytes">The maximum length of all data sets in bytes.</param>
    /// <param name="tags">Receives the tags. If the metadata is damaged, only those that could be read.</param>
    internal static void Read(HeaderReader file, long at, long bytes, TagBuilder tags)
    {
        try
        {
            ReadAll(TagSlice.Within(file, at, bytes), tags);
        }
        catch (NotComparableException)
        {
            // Keep the tags that were read before the damage.
        }
    }

    private static void ReadAll(TagSlice records, TagBuilder tags)
    {
        const int HeaderBytes = 5;
        bool isUtf8 = false;
        string day = "";
        string time = "";
        long at = 0;
        for (int i = 0; i < RecordsMax && records[at] == Mark && at + HeaderBytes <= records.Bytes; i++)
        {
            (int record, int set) = (records[at + 1], records[at + 2]);
            long bytes = records.BigEndian(at + 3, 2);
            at += HeaderBytes;
            if (bytes >= 0x8000)
            {
                // An extended data set: the lower bits are the length of the length field.
                int more = (int)(bytes & 0x7FFF);
                bytes = more <= 4 ? records.BigEndian(at, more) : long.MaxValue / 2;
                at += more;
            }

            TagSlice value = records.Part(at, bytes);
            at += bytes;
            isUtf8 |= record == 1 && set == 90 && value.Is(0, [0x1B, (byte)'%', (byte)'G']);
            if (record != 2 || set == 0)
            {
                continue;
            }

            string text = isUtf8 ? value.Text(Encoding.UTF8) : value.Text();
            day = set == 55 ? text : day;
            time = set == 60 ? text : time;
            if (set is not (55 or 60))
            {
                tags.Add(s_names.TryGetValue(set, out string? name) ? name : $"iptc:2:{set}",
                    TagText.IsReadable(text) ? text : value.Describe());
            }
        }

        if (day.Length > 0 && time.Length > 0)
        {
            TagTime.AddTaken(tags, $"{day} {time}");
        }
        else
        {
            tags.Add(TagNames.Date, TagTime.TryReadDate(day, out DateOnly known) ? $"{known:yyyy-MM-dd}" : day);
        }
    }
}

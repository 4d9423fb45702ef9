using System.Text;

namespace Doppel.Media;

/// <summary>Reads the user data of MP4, MOV and 3GP.</summary>
internal static class Mp4UserData
{
    private const int BoxesMax = 10_000;

    // The names that 3GPP defines (TS 26.244, 8).
    private static readonly Dictionary<string, string> s_mobile = new()
    {
        ["titl"] = TagNames.Title,
        ["auth"] = TagNames.Artist,
        ["perf"] = TagNames.Artist,
        ["gnre"] = TagNames.Genre,
        ["dscp"] = TagNames.Description,
        ["cprt"] = TagNames.Copyright,
        ["albm"] = TagNames.Album,
    };

    /// <summary>Reads one user data box.</summary>
    internal static void Read(HeaderReader file, IsoBox data, TagBuilder tags)
    {
        long at = data.Start;
        for (int i = 0; i < BoxesMax && IsoBox.TryNext(file, ref at, data.End, out IsoBox box); i++)
        {
            string type = FourLetters.Text(box.Type);
            TagSlice content = TagSlice.Within(file, box.Start, box.Bytes);
            switch (type)
            {
                case "meta":
                    Mp4Items.ReadMeta(file, box, tags);
                    break;
                case "XMP_":
                    XmpTags.Read(file, box.Start, box.Bytes, tags);
                    break;
                case "chpl":
                    // As written by Nero: version, flags, four more bytes, and the number of chapters.
                    tags.Add(TagNames.Chapters, content[8] > 0 ? TagText.Number(content[8]) : "");
                    ReadChapters(content.From(9), content[8], tags);
                    break;
                case "name":
                    tags.Add("mp4:name", content.Text());
                    break;
                case "yrrc":
                    tags.Add(TagNames.Date, TagText.Number(content.BigEndian(4, 2)));
                    break;
                case "loci":
                    ReadPlace(content, tags);
                    break;
                case ['©', ..]:
                    ReadText(type, content, tags);
                    break;
                default:
                    tags.Add(
                        s_mobile.TryGetValue(type, out string? name) ? name : $"mp4:{type}",
                        name is null ? content.Describe() : Mobile(content.From(6)));
                    break;
            }
        }
    }

    // Units of 100 ns, the length of the name, and the name.
    private static void ReadChapters(TagSlice content, int count, TagBuilder tags)
    {
        long at = 0;
        for (int i = 0; i < count && at + 9 <= content.Bytes; i++)
        {
            tags.AddChapter(
                TimeSpan.FromTicks(Math.Clamp(content.BigEndian(at, 8), 0, TimeSpan.MaxValue.Ticks)),
                content.Part(at + 9, content[at + 8]).Text());
            at += 9 + content[at + 8];
        }
    }

    // QuickTime: length, language and text, repeated for each language. Macintosh language codes are below 0x400.
    private static void ReadText(string type, TagSlice content, TagBuilder tags)
    {
        long at = 0;
        while (at + 4 < content.Bytes)
        {
            long bytes = content.BigEndian(at, 2);
            string text = content.Part(at + 4, bytes).Text();
            Mp4Names.Add(type, text, tags);
            at += 4 + bytes;
        }
    }

    private static string Mobile(TagSlice text) => text.Is(0, [0xFE, 0xFF])
        ? TagText.UpToNul(TagText.Utf16(text.ToArray(), isBigEndian: true))
        : TagText.UpToNul(text.Text(Encoding.UTF8));

    // Version, flags, language, a name, a role, longitude, latitude and altitude.
    private static void ReadPlace(TagSlice content, TagBuilder tags)
    {
        const double One = 65_536; // fixed point with 16 fractional bits
        long end = content.IndexOf(0, 6);
        if (end >= 0)
        {
            TagSlice place = content.From(end + 2);
            tags.Add(TagNames.Place, ExifPlace.Text(
                (int)place.BigEndian(4, 4) / One, (int)place.BigEndian(0, 4) / One, (int)place.BigEndian(8, 4) / One));
            tags.Add("mp4:loci", content.Part(6, end - 6).Text());
        }
    }
}

using System.Text;

namespace Doppel.Media;

/// <summary>Reads the tag lists in <c>meta</c>: those of iTunes, and those of QuickTime with keys.</summary>
internal static class Mp4Items
{
    private const int ItemsMax = 10_000;

    private static readonly uint s_ilst = IsoBox.TypeOf("ilst"u8);
    private static readonly uint s_keys = IsoBox.TypeOf("keys"u8);
    private static readonly uint s_data = IsoBox.TypeOf("data"u8);
    private static readonly uint s_mean = IsoBox.TypeOf("mean"u8);
    private static readonly uint s_name = IsoBox.TypeOf("name"u8);
    private static readonly uint s_own = IsoBox.TypeOf("----"u8);

    // What kind of list it is, free space, and where items lie.
    private static readonly HashSet<string> s_structure =
        ["hdlr", "free", "skip", "pitm", "iloc", "iref", "iprp", "dinf"];

    /// <summary>Reads a meta box.</summary>
    internal static void ReadMeta(HeaderReader file, IsoBox meta, TagBuilder tags)
    {
        // In QuickTime, no version field precedes the boxes.
        const int VersionBytes = 4;
        long at = file.Is(meta.Start + 4, "hdlr"u8) ? meta.Start : meta.Start + VersionBytes;
        List<string> keys = [];
        for (int i = 0; i < ItemsMax && IsoBox.TryNext(file, ref at, meta.End, out IsoBox box); i++)
        {
            if (box.Type == s_keys)
            {
                ReadKeys(TagSlice.Within(file, box.Start, box.Bytes), keys);
            }
            else if (box.Type == s_ilst)
            {
                ReadList(file, box, keys, tags);
            }
            else if (!s_structure.Contains(FourLetters.Text(box.Type)))
            {
                tags.AddUnread(
                    $"mp4:meta {FourLetters.Text(box.Type).Trim()}", TagSlice.Within(file, box.Start, box.Bytes));
            }
        }
    }

    // Version and count, followed by keys that each have a length and a namespace.
    private static void ReadKeys(TagSlice content, List<string> keys)
    {
        long count = Math.Min(content.BigEndian(4, 4), ItemsMax);
        for (long i = 0, at = 8; i < count && at + 8 <= content.Bytes; i++)
        {
            long bytes = content.BigEndian(at, 4);
            if (bytes < 8)
            {
                return;
            }

            keys.Add(content.Part(at + 8, bytes - 8).Text());
            at += bytes;
        }
    }

    private static void ReadList(HeaderReader file, IsoBox list, List<string> keys, TagBuilder tags)
    {
        long at = list.Start;
        for (int i = 0; i < ItemsMax && IsoBox.TryNext(file, ref at, list.End, out IsoBox item); i++)
        {
            bool hasKey = item.Type > 0 && item.Type <= keys.Count;
            ReadItem(file, item, hasKey ? keys[(int)item.Type - 1] : FourLetters.Text(item.Type), tags);
        }
    }

    // The name of a custom item is in boxes before its data.
    private static void ReadItem(HeaderReader file, IsoBox item, string name, TagBuilder tags)
    {
        const int VersionBytes = 4;
        long at = item.Start;
        string own = "";
        for (int i = 0; i < ItemsMax && IsoBox.TryNext(file, ref at, item.End, out IsoBox box); i++)
        {
            TagSlice content = TagSlice.Within(file, box.Start, box.Bytes);
            if (box.Type == s_data)
            {
                ReadData(own.Length > 0 ? own : name, content, tags);
            }
            else if (item.Type == s_own && (box.Type == s_mean || box.Type == s_name))
            {
                string text = content.From(VersionBytes).Text();
                own = own.Length > 0 ? $"{own}:{text}" : text;
            }
        }
    }

    // The type of the value, its locale, and the value.
    private static void ReadData(string name, TagSlice content, TagBuilder tags)
    {
        const int HeaderBytes = 8;
        long kind = content.BigEndian(0, 4) & 0xFF_FFFF;
        TagSlice value = content.From(HeaderBytes);
        if (name == "covr")
        {
            string type = kind switch
            {
                13 => "image/jpeg",
                14 => "image/png",
                _ => "",
            };
            TagPicture.AddCover(tags, value, type);
            return;
        }

        if (name is "trkn" or "disk")
        {
            tags.Add(
                name == "trkn" ? TagNames.Track : TagNames.Disc,
                TagText.OfAll(value.BigEndian(2, 2), value.BigEndian(4, 2)));
            return;
        }

        if (name == "gnre")
        {
            tags.Add(TagNames.Genre, Id3Genres.Name(value.BigEndian(0, 2) - 1));
            return;
        }

        Mp4Names.Add(name, Text(kind, value), tags);
    }

    private static string Text(long kind, TagSlice value) => kind switch
    {
        1 or 4 => value.Text(Encoding.UTF8),
        2 or 5 => TagText.Utf16(value.ToArray(), isBigEndian: true),
        21 when value.Bytes is > 0 and <= 8 => TagText.Number(Signed(value)),
        22 when value.Bytes is > 0 and <= 8 => TagText.Number(value.BigEndian(0, (int)value.Bytes)),
        23 when value.Bytes == 4 => TagText.Number(BitConverter.Int32BitsToSingle((int)value.BigEndian(0, 4))),
        24 when value.Bytes == 8 => TagText.Number(BitConverter.Int64BitsToDouble(value.BigEndian(0, 8))),
        0 when value.Bytes is 1 or 2 or 4 => TagText.Number(Signed(value)),
        _ => value.Describe(),
    };

    private static long Signed(TagSlice value)
    {
        int bits = 64 - (8 * (int)value.Bytes);
        return value.BigEndian(0, (int)value.Bytes) << bits >> bits;
    }
}

namespace Doppel.Media;

/// <summary>Reads the tags of MP4, MOV and 3GP.</summary>
internal static class Mp4Tags
{
    private const int BoxesMax = 100_000;
    private const int TracksMax = 1000;

    private static readonly uint s_moov = IsoBox.TypeOf("moov"u8);
    private static readonly uint s_uuid = IsoBox.TypeOf("uuid"u8);
    private static readonly uint s_meta = IsoBox.TypeOf("meta"u8);
    private static readonly uint s_udta = IsoBox.TypeOf("udta"u8);
    private static readonly uint s_mvhd = IsoBox.TypeOf("mvhd"u8);
    private static readonly uint s_trak = IsoBox.TypeOf("trak"u8);

    // Boxes that locate or describe samples, that are padding, or that are read elsewhere.
    private static readonly HashSet<string> s_structure =
    [
        "ftyp", "styp", "moov", "mvhd", "iods", "trak", "mvex", "moof", "mdat", "mfra", "sidx", "ssix", "prft", "pdin",
        "free", "skip", "wide", "junk", "tkhd", "edts", "tref", "load", "ctab", "tapt", "clip", "matt", "kmat", "imap",
        "mdhd", "hdlr", "vmhd", "smhd", "hmhd", "sthd", "nmhd", "gmhd", "dinf", "stsd", "stts", "ctts", "cslg", "stsc",
        "stsz", "stz2", "stco", "co64", "stss", "stsh", "stps", "stdp", "padb", "sdtp", "sbgp", "sgpd", "subs", "saiz",
        "saio",
    ];

    private static ReadOnlySpan<byte> XmpId =>
    [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ];

    /// <summary>Reads a whole file.</summary>
    internal static void Read(HeaderReader file, TagBuilder tags)
    {
        long at = 0;
        for (int i = 0; i < BoxesMax && IsoBox.TryNext(file, ref at, file.Length, out IsoBox box); i++)
        {
            if (box.Type == s_moov)
            {
                ReadMovie(file, box, tags);
            }
            else
            {
                ReadOther(file, box, tags);
            }
        }
    }

    /// <summary>Reads tags from a box at any place, and adds every box that is not part of the structure.</summary>
    internal static void ReadOther(HeaderReader file, IsoBox box, TagBuilder tags)
    {
        TagSlice content = TagSlice.Within(file, box.Start, box.Bytes);
        string type = FourLetters.Text(box.Type);
        if (box.Type == s_meta)
        {
            Mp4Items.ReadMeta(file, box, tags);
        }
        else if (box.Type == s_udta)
        {
            Mp4UserData.Read(file, box, tags);
        }
        else if (box.Type == s_uuid && content.Is(0, XmpId))
        {
            XmpTags.Read(file, box.Start + XmpId.Length, box.Bytes - XmpId.Length, tags);
        }
        else if (box.Type == s_uuid)
        {
            tags.AddUnread(
                $"mp4:uuid:{Convert.ToHexStringLower(content.ToArray(XmpId.Length))}", content.From(XmpId.Length));
        }
        else if (!s_structure.Contains(type))
        {
            tags.AddUnread($"mp4:{type}", content);
        }
    }

    /// <summary>Reads a box <c>moov</c>.</summary>
    internal static void ReadMovie(HeaderReader file, IsoBox moov, TagBuilder tags)
    {
        List<IsoBox> tracks = [];
        IsoBox header = default;
        long at = moov.Start;
        for (int i = 0; i < BoxesMax && IsoBox.TryNext(file, ref at, moov.End, out IsoBox box); i++)
        {
            if (box.Type == s_mvhd)
            {
                header = box;
            }
            else if (box.Type == s_trak && tracks.Count < TracksMax)
            {
                tracks.Add(box);
            }
            else
            {
                ReadOther(file, box, tags);
            }
        }

        Mp4TrackTags.Read(file, moov, tracks, tags);
        ReadTimes(file, header, tags);
    }

    // Seconds since 1904 in UTC. The camera's local time takes precedence if there is one.
    private static void ReadTimes(HeaderReader file, IsoBox header, TagBuilder tags)
    {
        TagSlice content = TagSlice.Within(file, header.Start, header.Bytes);
        bool isWide = content[0] == 1;
        if (Time(content.BigEndian(4, isWide ? 8 : 4)) is { } made)
        {
            bool isKnown = tags.IsTaken;
            tags.Add(isKnown ? "mp4:creation time" : TagNames.Taken, $"{made:yyyy-MM-dd HH:mm:ss}Z");
            if (!isKnown)
            {
                tags.AddTaken(made);
            }
        }

        if (Time(content.BigEndian(isWide ? 12 : 8, isWide ? 8 : 4)) is { } changed)
        {
            tags.Add(TagNames.Modified, $"{changed:yyyy-MM-dd HH:mm:ss}Z");
        }
    }

    private static DateTime? Time(long seconds)
    {
        const long SecondsMax = 8L << 30; // in the year 2176
        return seconds is > 0 and < SecondsMax
            ? new DateTime(1904, 1, 1, 0, 0, 0, DateTimeKind.Unspecified).AddSeconds(seconds)
            : null;
    }
}

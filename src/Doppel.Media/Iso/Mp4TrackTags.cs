namespace Doppel.Media;

/// <summary>
/// Reads the tags of MP4 tracks: language, name and chapters, and what is in tracks that are not payload.
/// </summary>
internal static class Mp4TrackTags
{
    // The Macintosh language codes that QuickTime uses, starting from 1. Code 0 is English, but also means unspecified.
    private static readonly string[] s_languages =
    [
        "fra", "deu", "ita", "nld", "swe", "spa", "dan", "por", "nor", "heb", "jpn", "ara", "fin", "ell", "isl", "mlt",
        "tur", "hrv", "zho", "urd", "hin", "tha", "kor", "lit", "pol", "hun", "est", "lav",
    ];

    // Boxes in the description of a track that contain others, each within the one before.
    private static readonly uint[] s_entered =
        [IsoBox.TypeOf("mdia"u8), IsoBox.TypeOf("minf"u8), IsoBox.TypeOf("stbl"u8)];

    private static readonly uint s_language = IsoBox.TypeOf("elng"u8);

    /// <summary>Reads all tracks.</summary>
    internal static void Read(HeaderReader file, IsoBox moov, List<IsoBox> tracks, TagBuilder tags)
    {
        HashSet<uint> chapters = [];
        foreach (IsoBox track in tracks)
        {
            ReadOne(file, track, chapters, tags);
        }

        foreach (IsoBox track in tracks)
        {
            if (chapters.Contains(Id(file, track)))
            {
                AddChapters(file, track, tags);
            }
        }

        foreach (Mp4Track track in Mp4Parser.TagTracks(file, moov))
        {
            IsoBox codecs = track.Samples.Find(file, "stsd"u8);
            string codec = FourLetters.Text(codecs.Bytes >= 16 ? file.BigEndian32(codecs.Start + 12) : track.Handler);
            tags.AddUnread($"mp4:track {codec}", TagSlice.Of(file, track.Payload.Extents));
        }
    }

    private static void ReadOne(HeaderReader file, IsoBox track, HashSet<uint> chapters, TagBuilder tags)
    {
        ReadBoxes(file, track, 0, tags);
        IsoBox references = track.Find(file, "tref"u8);
        IsoBox chap = references.Type != 0 ? references.Find(file, "chap"u8) : default;
        for (long at = chap.Start; at + 4 <= chap.End; at += 4)
        {
            chapters.Add(file.BigEndian32(at));
        }

        IsoBox media = track.Find(file, "mdia"u8);
        IsoBox header = media.Type != 0 ? media.Find(file, "mdhd"u8) : default;
        TagSlice content = TagSlice.Within(file, header.Start, header.Bytes);
        tags.Add(TagNames.Language, Language((int)content.BigEndian(content[0] == 1 ? 32 : 20, 2)));
    }

    private static void ReadBoxes(HeaderReader file, IsoBox around, int depth, TagBuilder tags)
    {
        const int VersionBytes = 4;
        for (long at = around.Start; IsoBox.TryNext(file, ref at, around.End, out IsoBox box);)
        {
            if (depth < s_entered.Length && box.Type == s_entered[depth])
            {
                ReadBoxes(file, box, depth + 1, tags);
            }
            else if (box.Type == s_language)
            {
                string language = TagSlice.Within(file, box.Start, box.Bytes).From(VersionBytes).Text();
                tags.Add(TagNames.Language, TagText.UpToNul(language));
            }
            else
            {
                Mp4Tags.ReadOther(file, box, tags);
            }
        }
    }

    // Three letters of five bits each. The language "undetermined" is ignored.
    private static string Language(int packed)
    {
        if (packed > 0 && packed <= s_languages.Length)
        {
            return s_languages[packed - 1];
        }

        Span<char> letters = [Letter(packed >> 10), Letter(packed >> 5), Letter(packed)];
        return letters.ContainsAnyExceptInRange('a', 'z') || letters is "und" ? "" : letters.ToString();
    }

    private static char Letter(int packed) => (char)(0x60 + (packed & 0x1F));

    private static uint Id(HeaderReader file, IsoBox track)
    {
        IsoBox header = track.Find(file, "tkhd"u8);
        TagSlice content = TagSlice.Within(file, header.Start, header.Bytes);
        return (uint)content.BigEndian(content[0] == 1 ? 20 : 12, 4);
    }

    private static void AddChapters(HeaderReader file, IsoBox track, TagBuilder tags)
    {
        IsoBox sizes = track.Need(file, "mdia"u8).Need(file, "minf"u8).Need(file, "stbl"u8).Need(file, "stsz"u8);
        tags.Add(TagNames.Chapters, TagText.Number(TagSlice.Within(file, sizes.Start, sizes.Bytes).BigEndian(8, 4)));
    }
}

namespace Doppel.Media;

/// <summary>Maps ID3v2 frame identifiers to tag names.</summary>
internal static class Id3Names
{
    private static readonly Dictionary<string, string> s_common = new()
    {
        ["TIT1"] = TagNames.Grouping,
        ["GRP1"] = TagNames.Grouping,
        ["TIT2"] = TagNames.Title,
        ["TIT3"] = TagNames.Subtitle,
        ["TPE1"] = TagNames.Artist,
        ["TPE2"] = TagNames.AlbumArtist,
        ["TPE3"] = TagNames.Conductor,
        ["TALB"] = TagNames.Album,
        ["TCOM"] = TagNames.Composer,
        ["TEXT"] = TagNames.Lyricist,
        ["TPUB"] = TagNames.Publisher,
        ["TRCK"] = TagNames.Track,
        ["TPOS"] = TagNames.Disc,
        ["TDRC"] = TagNames.Date,
        ["TDOR"] = TagNames.OriginalDate,
        ["TORY"] = TagNames.OriginalDate,
        ["TDTG"] = TagNames.Modified,
        ["TBPM"] = TagNames.Tempo,
        ["TSRC"] = TagNames.Isrc,
        ["TCMP"] = TagNames.Compilation,
        ["TCOP"] = TagNames.Copyright,
        ["TENC"] = TagNames.EncodedBy,
        ["TSSE"] = TagNames.Encoder,
        ["TLAN"] = TagNames.Language,
    };

    // ffmpeg writes these as texts that only have a description.
    private static readonly Dictionary<string, string> s_described = new(StringComparer.OrdinalIgnoreCase)
    {
        ["comment"] = TagNames.Comment,
        ["description"] = TagNames.Description,
    };

    // Identifiers of version 2.2 and their equivalents in later versions.
    private static readonly Dictionary<string, string> s_full = new()
    {
        ["BUF"] = "RBUF",
        ["CNT"] = "PCNT",
        ["COM"] = "COMM",
        ["CRA"] = "AENC",
        ["ETC"] = "ETCO",
        ["EQU"] = "EQUA",
        ["GEO"] = "GEOB",
        ["GP1"] = "GRP1",
        ["IPL"] = "IPLS",
        ["LNK"] = "LINK",
        ["MCI"] = "MCDI",
        ["MLL"] = "MLLT",
        ["PIC"] = "PIC",
        ["POP"] = "POPM",
        ["REV"] = "RVRB",
        ["RVA"] = "RVAD",
        ["SLT"] = "SYLT",
        ["STC"] = "SYTC",
        ["TAL"] = "TALB",
        ["TBP"] = "TBPM",
        ["TCM"] = "TCOM",
        ["TCO"] = "TCON",
        ["TCP"] = "TCMP",
        ["TCR"] = "TCOP",
        ["TDA"] = "TDAT",
        ["TDY"] = "TDLY",
        ["TEN"] = "TENC",
        ["TFT"] = "TFLT",
        ["TIM"] = "TIME",
        ["TKE"] = "TKEY",
        ["TLA"] = "TLAN",
        ["TLE"] = "TLEN",
        ["TMT"] = "TMED",
        ["TOA"] = "TOPE",
        ["TOF"] = "TOFN",
        ["TOL"] = "TOLY",
        ["TOR"] = "TORY",
        ["TOT"] = "TOAL",
        ["TP1"] = "TPE1",
        ["TP2"] = "TPE2",
        ["TP3"] = "TPE3",
        ["TP4"] = "TPE4",
        ["TPA"] = "TPOS",
        ["TPB"] = "TPUB",
        ["TRC"] = "TSRC",
        ["TRD"] = "TRDA",
        ["TRK"] = "TRCK",
        ["TSI"] = "TSIZ",
        ["TS2"] = "TSO2",
        ["TSA"] = "TSOA",
        ["TSC"] = "TSOC",
        ["TSP"] = "TSOP",
        ["TST"] = "TSOT",
        ["TSS"] = "TSSE",
        ["TT1"] = "TIT1",
        ["TT2"] = "TIT2",
        ["TT3"] = "TIT3",
        ["TXT"] = "TEXT",
        ["TXX"] = "TXXX",
        ["TYE"] = "TYER",
        ["UFI"] = "UFID",
        ["ULT"] = "USLT",
        ["WAF"] = "WOAF",
        ["WAR"] = "WOAR",
        ["WAS"] = "WOAS",
        ["WCM"] = "WCOM",
        ["WCP"] = "WCOP",
        ["WPB"] = "WPUB",
        ["WXX"] = "WXXX",
    };

    // Of the size of the file and of programs, and those that are read together.
    private static readonly HashSet<string> s_unwritten =
        ["TSIZ", "TDEN", "TDTG", "TENC", "TSSE", "TYER", "TDAT", "TIME", "TRDA", "TCON", "TXXX", "TIPL", "TMCL"];

    private static readonly Dictionary<string, string> s_frames = s_common
        .Where(static pair => !s_unwritten.Contains(pair.Key)).DistinctBy(static pair => pair.Value)
        .ToDictionary(static pair => pair.Value, static pair => pair.Key);

    /// <summary>
    /// Returns the identifier of the frame of text to write for a tag, in version 2.4; null if none is written.
    /// </summary>
    internal static string? FrameOf(string name)
    {
        const string Own = "id3:";
        return s_frames.GetValueOrDefault(name)
            ?? (name.Length == Own.Length + 4 && name.StartsWith(Own + "T", StringComparison.Ordinal)
                && name[Own.Length..].All(static one => char.IsAsciiLetterUpper(one) || char.IsAsciiDigit(one))
                && !s_unwritten.Contains(name[Own.Length..]) ? name[Own.Length..] : null);
    }

    /// <summary>Returns the name of a text that has only a description.</summary>
    internal static string Described(string description) =>
        s_described.TryGetValue(description, out string? name) ? name : $"id3:TXXX:{description}";

    /// <summary>Returns the identifier in later versions, or the same identifier if they have none.</summary>
    internal static string Full(string id) => s_full.GetValueOrDefault(id, id);

    /// <summary>Returns the name that all formats share, or the frame's own name.</summary>
    internal static string Common(string id) => s_common.TryGetValue(id, out string? name) ? name : $"id3:{id}";
}

namespace Doppel.Media;

/// <summary>MP4, M4A, MOV and 3GP, with all samples in one place or in fragments.</summary>
/// <remarks>
/// Payload is the samples of each track of sound, picture or subtitles, in the track's order, wherever in the file they
/// lie, and what tells how to play them: codecs, times, edits, the picture's matrix. So it does not matter where
/// <c>moov</c> stands, how chunks are interleaved and what else lies in <c>mdat</c>. Tags, dates, chapters and
/// tracks of measured data are none.
/// </remarks>
internal sealed class Mp4Parser : IMediaParser
{
    private const int TracksMax = 1000;
    private const int CodecBytesMax = 1 << 20;

    private static readonly uint[] s_firstBoxes =
    [
        IsoBox.TypeOf("moov"u8), IsoBox.TypeOf("mdat"u8), IsoBox.TypeOf("wide"u8), IsoBox.TypeOf("pnot"u8),
    ];

    // Pictures and raw photos of the same container, which mean something else by it.
    private static readonly uint[] s_otherBrands =
    [
        IsoBox.TypeOf("mif1"u8), IsoBox.TypeOf("msf1"u8), IsoBox.TypeOf("heic"u8), IsoBox.TypeOf("heix"u8),
        IsoBox.TypeOf("heim"u8), IsoBox.TypeOf("heis"u8), IsoBox.TypeOf("hevc"u8), IsoBox.TypeOf("hevx"u8),
        IsoBox.TypeOf("avif"u8), IsoBox.TypeOf("avis"u8), IsoBox.TypeOf("crx "u8), IsoBox.TypeOf("jp2 "u8),
        IsoBox.TypeOf("jpx "u8), IsoBox.TypeOf("jxl "u8),
    ];

    private static readonly uint[] s_handlers =
    [
        IsoBox.TypeOf("vide"u8), IsoBox.TypeOf("soun"u8), IsoBox.TypeOf("sbtl"u8), IsoBox.TypeOf("subt"u8),
        IsoBox.TypeOf("text"u8), IsoBox.TypeOf("clcp"u8),
    ];

    public MediaFormat Format => MediaFormat.Mp4;

    public bool Recognizes(HeaderReader file)
    {
        if (!file.Has(0, 16))
        {
            return false;
        }

        uint type = file.BigEndian32(4);
        return type == IsoBox.TypeOf("ftyp"u8)
            ? !s_otherBrands.Contains(file.BigEndian32(8))
            : s_firstBoxes.Contains(type) && file.BigEndian32(0) is 0 or 1 or >= 8;
    }

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        var whole = new IsoBox(0, 0, 0, file.Length);
        IsoBox moov = whole.Need(file, "moov"u8);
        List<Mp4Track> tracks = FindTracks(file, moov);
        foreach (Mp4Track track in tracks)
        {
            IsoBox mdia = track.Box.Need(file, "mdia"u8);
            IsoBox stbl = mdia.Need(file, "minf"u8).Need(file, "stbl"u8);
            AddHow(file, track, mdia, stbl);
            AddEdits(file, track, moov);
            Mp4Samples.Read(file, track, stbl);
        }

        if (moov.Find(file, "mvex"u8) is { Type: not 0 } fragments)
        {
            ReadDefaults(file, tracks, fragments);
            Mp4Fragments.Read(file, tracks, 0);
        }

        foreach (Mp4Track track in tracks)
        {
            track.End();
            payload.Add(track.Payload);
        }
    }

    private static List<Mp4Track> FindTracks(HeaderReader file, IsoBox moov)
    {
        uint trak = IsoBox.TypeOf("trak"u8);
        List<Mp4Track> tracks = [];
        HashSet<uint> chapters = [];
        for (long at = moov.Start; IsoBox.TryNext(file, ref at, moov.End, out IsoBox box);)
        {
            if (box.Type != trak)
            {
                continue;
            }

            IsoBox header = box.Need(file, "tkhd"u8);
            IsoBox handler = box.Need(file, "mdia"u8).Need(file, "hdlr"u8);
            int wide = file.ByteAt(header.Start) == 1 ? 8 : 0;
            if (s_handlers.Contains(file.BigEndian32(handler.Start + 8)))
            {
                tracks.Add(new Mp4Track(file.BigEndian32(header.Start + 12 + wide), box));
            }

            if (tracks.Count > TracksMax)
            {
                NotComparableException.Throw("it has too many tracks");
            }

            IsoBox chap = box.Find(file, "tref"u8) is { Type: not 0 } references
                ? references.Find(file, "chap"u8) : default;
            for (long id = chap.Start; id + 4 <= chap.End; id += 4)
            {
                chapters.Add(file.BigEndian32(id));
            }
        }

        tracks.RemoveAll(track => chapters.Contains(track.Id));
        return tracks;
    }

    // Handler, units of time, matrix, edits and codecs.
    private static void AddHow(HeaderReader file, Mp4Track track, IsoBox mdia, IsoBox stbl)
    {
        PayloadBuilder payload = track.Payload;
        IsoBox header = track.Box.Need(file, "tkhd"u8);
        int wide = file.ByteAt(header.Start) == 1 ? 12 : 0;
        IsoBox media = mdia.Need(file, "mdhd"u8);
        int mediaWide = file.ByteAt(media.Start) == 1 ? 8 : 0;
        uint handler = file.BigEndian32(mdia.Need(file, "hdlr"u8).Start + 8);
        payload.AddKey(handler);
        payload.AddKey(file.BigEndian32(media.Start + 12 + mediaWide));
        payload.AddKey(file.At(header.Start + 40 + wide, 36));
        IsoBox codecs = stbl.Need(file, "stsd"u8);
        if (codecs.Bytes > CodecBytesMax)
        {
            NotComparableException.Throw("what tells its codecs is too long");
        }

        byte[] bytes = new byte[codecs.Bytes];
        file.Copy(codecs.Start, bytes);
        CodecSetup.ClearRemarks(bytes, handler);
        payload.AddKey(bytes);
    }

    private static void AddEdits(HeaderReader file, Mp4Track track, IsoBox moov)
    {
        IsoBox edits = track.Box.Find(file, "edts"u8) is { Type: not 0 } around ? around.Find(file, "elst"u8) : default;
        if (edits.Type == 0)
        {
            return;
        }

        // Lengths of edits are in units of the whole film.
        IsoBox film = moov.Need(file, "mvhd"u8);
        track.Payload.AddKey(file.BigEndian32(film.Start + 12 + (file.ByteAt(film.Start) == 1 ? 8 : 0)));
        var table = new NumberTable(file, edits.Start, edits.End);
        bool isWide = table.Next32() >> 24 == 1;
        for (uint left = table.Next32(); left > 0; left--)
        {
            track.Payload.AddKey(isWide ? table.Next64() : table.Next32());
            track.Payload.AddKey(isWide ? table.Next64() : (int)table.Next32());
            track.Payload.AddKey(table.Next32());
        }
    }

    private static void ReadDefaults(HeaderReader file, List<Mp4Track> tracks, IsoBox mvex)
    {
        uint trex = IsoBox.TypeOf("trex"u8);
        for (long at = mvex.Start; IsoBox.TryNext(file, ref at, mvex.End, out IsoBox box);)
        {
            if (box.Type == trex)
            {
                uint id = file.BigEndian32(box.Start + 4);
                tracks.Where(track => track.Id == id).ToList().ForEach(track => track.Defaults =
                    (file.BigEndian32(box.Start + 12), file.BigEndian32(box.Start + 16)));
            }
        }
    }
}

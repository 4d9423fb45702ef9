namespace Doppel.Media;

/// <summary>Parses MP4, M4A, MOV and 3GP, with or without fragments.</summary>
/// <remarks>
/// The payload is the samples of each track that is not known to hold only tags, in track order, wherever they are in
/// the file, and the properties that control how they are played: codecs, and under the strict policy times, edits and
/// the matrix of the image. The location of <c>moov</c>, the interleaving of chunks, fragmentation and other data in
/// <c>mdat</c> do not matter. Tags, dates, chapters and metadata tracks are not payload.
/// </remarks>
internal sealed class Mp4Parser : IMediaParser
{
    private const int TracksMax = 1000;
    private const int CodecBytesMax = 1 << 20;

    private static readonly uint[] s_firstBoxes =
    [
        IsoBox.TypeOf("moov"u8), IsoBox.TypeOf("mdat"u8), IsoBox.TypeOf("wide"u8), IsoBox.TypeOf("pnot"u8),
    ];

    // Images and raw photos that share the container format but use it differently.
    private static readonly uint[] s_otherBrands =
    [
        IsoBox.TypeOf("mif1"u8), IsoBox.TypeOf("msf1"u8), IsoBox.TypeOf("heic"u8), IsoBox.TypeOf("heix"u8),
        IsoBox.TypeOf("heim"u8), IsoBox.TypeOf("heis"u8), IsoBox.TypeOf("hevc"u8), IsoBox.TypeOf("hevx"u8),
        IsoBox.TypeOf("avif"u8), IsoBox.TypeOf("avis"u8), IsoBox.TypeOf("crx "u8), IsoBox.TypeOf("jp2 "u8),
        IsoBox.TypeOf("jpx "u8), IsoBox.TypeOf("jxl "u8),
    ];

    // Tracks of these kinds hold only tags: measurements, time codes, hints for streaming, and the description of the
    // scene that MPEG-4 once wanted. Tracks of every other kind count.
    private static readonly uint[] s_tagHandlers =
    [
        IsoBox.TypeOf("meta"u8), IsoBox.TypeOf("tmcd"u8), IsoBox.TypeOf("camm"u8), IsoBox.TypeOf("fdsc"u8),
        IsoBox.TypeOf("nrtm"u8), IsoBox.TypeOf("hint"u8), IsoBox.TypeOf("odsm"u8), IsoBox.TypeOf("sdsm"u8),
    ];

    // Video, then sound, then the others.
    private static readonly uint[] s_order = [IsoBox.TypeOf("vide"u8), IsoBox.TypeOf("soun"u8)];

    // A matrix that changes nothing.
    private static ReadOnlySpan<byte> Upright =>
    [
        0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0,
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
        AddTracks(file, moov, FindTracks(file, moov, IsPayload), policy, payload);
    }

    /// <summary>Adds the samples of tracks and the properties that control how they are played.</summary>
    internal static void AddTracks(
        HeaderReader file, IsoBox moov, List<Mp4Track> tracks, MediaPolicy policy, PayloadBuilder payload)
    {
        foreach (Mp4Track track in tracks)
        {
            IsoBox mdia = track.Box.Need(file, "mdia"u8);
            track.Samples = mdia.Need(file, "minf"u8).Need(file, "stbl"u8);
            AddHow(file, track, mdia, policy);
        }

        IsoBox fragments = moov.Find(file, "mvex"u8);
        if (payload.IsGlance)
        {
            ReadBeginning(file, tracks, fragments, payload);
        }
        else
        {
            tracks.ForEach(track => Mp4Samples.Read(file, track, track.Samples));
            if (fragments.Type != 0)
            {
                Mp4Fragments.Read(file, tracks, fragments);
            }
        }

        if (policy == MediaPolicy.Strict)
        {
            AddMatrix(file, moov, payload);
        }

        foreach (Mp4Track track in tracks)
        {
            track.End();
            if (policy == MediaPolicy.Strict)
            {
                Mp4Edits.Add(file, track, moov, payload.IsGlance);
            }

            payload.Add(track.Payload, $"track {track.Id}");
        }
    }

    public void ReadTags(HeaderReader file, TagBuilder tags) => Mp4Tags.Read(file, tags);

    private static bool IsPayload(uint handler) => !s_tagHandlers.Contains(handler);

    /// <summary>
    /// Returns the tracks that hold only tags, with their samples: measurements, time codes, and the names of chapters.
    /// </summary>
    internal static List<Mp4Track> TagTracks(HeaderReader file, IsoBox moov)
    {
        List<Mp4Track> payload = FindTracks(file, moov, IsPayload);
        List<Mp4Track> tracks = FindTracks(file, moov, static _ => true, withChapters: true);
        tracks.RemoveAll(track => payload.Exists(other => other.Box == track.Box));
        ReadSamples(file, moov, tracks);
        return tracks;
    }

    /// <summary>Reads where the samples of tracks lie.</summary>
    internal static void ReadSamples(HeaderReader file, IsoBox moov, List<Mp4Track> tracks)
    {
        foreach (Mp4Track track in tracks)
        {
            track.Samples = track.Box.Need(file, "mdia"u8).Need(file, "minf"u8).Need(file, "stbl"u8);
            Mp4Samples.Read(file, track, track.Samples);
        }

        if (moov.Find(file, "mvex"u8) is { Type: not 0 } fragments)
        {
            Mp4Fragments.Read(file, tracks, fragments);
        }
    }

    // The tables of a movie take megabytes, and fragments can only be located by walking through all of them. A glance
    // therefore takes the beginning of the video, and if that is too short, of the next tracks.
    private static void ReadBeginning(
        HeaderReader file, List<Mp4Track> tracks, IsoBox fragments, PayloadBuilder payload)
    {
        long left = MediaMap.GlanceBytes;
        foreach (Mp4Track track in tracks.OrderBy(
            static track => (uint)Array.IndexOf(s_order, track.Handler)))
        {
            if (left <= 0)
            {
                break;
            }

            track.BytesMax = left;
            Mp4Samples.Read(file, track, track.Samples);
            if (fragments.Type != 0 && !track.IsFull)
            {
                Mp4Fragments.Read(file, [track], fragments);
            }

            left -= track.Payload.Bytes;
        }

        if (left <= 0)
        {
            payload.Cut();
        }
    }

    /// <summary>
    /// Returns the tracks whose handler types are of the right kind, by default without those that only contain the
    /// names of chapters.
    /// </summary>
    internal static List<Mp4Track> FindTracks(
        HeaderReader file, IsoBox moov, Func<uint, bool> isRight, bool withChapters = false)
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
            uint kind = file.BigEndian32(handler.Start + 8);
            if (isRight(kind))
            {
                tracks.Add(new Mp4Track(file.BigEndian32(header.Start + 12 + wide), kind, box));
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

        tracks.RemoveAll(track => !withChapters && chapters.Contains(track.Id));
        return tracks;
    }

    // Handler type, time scale, matrix and codecs.
    private static void AddHow(HeaderReader file, Mp4Track track, IsoBox mdia, MediaPolicy policy)
    {
        PayloadBuilder payload = track.Payload;
        IsoBox header = track.Box.Need(file, "tkhd"u8);
        int wide = file.ByteAt(header.Start) == 1 ? 12 : 0;
        IsoBox media = mdia.Need(file, "mdhd"u8);
        int mediaWide = file.ByteAt(media.Start) == 1 ? 8 : 0;
        payload.AddKey(track.Handler);
        track.TimeScale = file.BigEndian32(media.Start + 12 + mediaWide);
        bool isStrict = policy == MediaPolicy.Strict;
        track.HasTimes = isStrict || !s_order.Contains(track.Handler);
        payload.AddKey(track.HasTimes ? track.TimeScale : 0);
        payload.AddKey(isStrict ? file.At(header.Start + 40 + wide, 36) : default);
        IsoBox codecs = track.Samples.Need(file, "stsd"u8);
        if (codecs.Bytes > CodecBytesMax)
        {
            NotComparableException.Throw("the codec description is too long");
        }

        byte[] bytes = new byte[codecs.Bytes];
        file.Copy(codecs.Start, bytes);
        CodecSetup.Add(bytes, track.Handler, policy, payload);
    }

    // Of the whole movie. Players turn the picture by it, in addition to the matrix of the track. Most movies have
    // none, which some programs express by zeros.
    private static void AddMatrix(HeaderReader file, IsoBox moov, PayloadBuilder payload)
    {
        const int Bytes = 36;
        IsoBox header = moov.Find(file, "mvhd"u8);
        long at = header.Start + (header.Type != 0 && file.ByteAt(header.Start) == 1 ? 48 : 36);
        ReadOnlySpan<byte> matrix = header.End - at >= Bytes ? file.At(at, Bytes) : default;
        bool turns = matrix.ContainsAnyExcept((byte)0) && !matrix.SequenceEqual(Upright);
        payload.AddKey(turns ? matrix : default);
    }
}

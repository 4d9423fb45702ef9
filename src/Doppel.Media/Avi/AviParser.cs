namespace Doppel.Media;

/// <summary>Parses AVI (Microsoft, 1992), including files of several RIFF chunks (OpenDML, 1996).</summary>
/// <remarks>
/// The payload is the chunks of each stream, in order, and the properties that control how they are decoded and
/// displayed. Indexes are derived from these. Neither they nor the interleaving of streams, titles, names, dates and
/// padding are payload.
/// </remarks>
internal sealed class AviParser : IMediaParser
{
    private const int StreamsMax = 100;
    private const int ListHeaderBytes = 4;

    private static readonly uint s_list = RiffChunk.IdOf("LIST"u8);
    private static readonly uint s_riff = RiffChunk.IdOf("RIFF"u8);
    private static readonly uint s_header = RiffChunk.IdOf("hdrl"u8);
    private static readonly uint s_stream = RiffChunk.IdOf("strl"u8);
    private static readonly uint s_records = RiffChunk.IdOf("rec "u8);
    private static readonly uint s_movie = RiffChunk.IdOf("movi"u8);

    public MediaFormat Format => MediaFormat.Avi;

    public bool Recognizes(HeaderReader file) => file.Is(0, "RIFF"u8) && file.Is(8, "AVI "u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        var tracks = new TrackList(payload);
        List<AviStream>? streams = null;
        bool hasMovie = false;
        long behind = 0;
        while (file.Is(behind, "RIFF"u8) && (file.Is(behind + 8, behind == 0 ? "AVI "u8 : "AVIX"u8)))
        {
            RiffChunk riff = Next(file, behind, file.Length);
            for (long at = riff.Start + ListHeaderBytes; at < riff.End;)
            {
                RiffChunk chunk = Next(file, at, riff.End);
                at = chunk.Next;
                uint list = ListKind(file, chunk);
                if (list == s_header && streams is null)
                {
                    streams = ReadStreams(file, chunk, policy, payload);
                    streams.ForEach(stream => tracks.Add(stream.Media));
                    tracks.Begin();
                }
                else if (list == s_movie)
                {
                    hasMovie = true;
                    if (ReadMovie(file, chunk, streams ?? [], tracks))
                    {
                        tracks.End(isWhole: false);
                        return;
                    }
                }
            }

            behind = Math.Min(riff.Next, file.Length);
        }

        if (!hasMovie)
        {
            NotComparableException.Throw("it has no movie data");
        }

        tracks.End(isWhole: true);
        payload.AddKey(file.Length - behind);
        payload.Add(behind, file.Length - behind, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags) => AviTags.Read(file, tags);

    private static RiffChunk Next(HeaderReader file, long at, long end)
    {
        if (end - at < RiffChunk.HeaderBytes)
        {
            // Bytes left over before the end of a list are not a chunk.
            return new RiffChunk(0, end, 0);
        }

        var chunk = RiffChunk.At(file, at);
        if (chunk.Bytes > end - chunk.Start || (chunk.Id == s_riff && chunk.Bytes < ListHeaderBytes))
        {
            NotComparableException.Throw("it is truncated");
        }

        return chunk;
    }

    private static uint ListKind(HeaderReader file, RiffChunk chunk) =>
        chunk.Id == s_list && chunk.Bytes >= ListHeaderBytes ? file.LittleEndian32(chunk.Start) : 0;

    private static List<AviStream> ReadStreams(
        HeaderReader file, RiffChunk header, MediaPolicy policy, PayloadBuilder payload)
    {
        const uint IndexTellsOrder = 0x20;
        List<AviStream> streams = [];
        for (long at = header.Start + ListHeaderBytes; at < header.End;)
        {
            RiffChunk chunk = Next(file, at, header.End);
            at = chunk.Next;
            if (chunk.Id == RiffChunk.IdOf("avih"u8) && chunk.Bytes >= 40)
            {
                if ((file.LittleEndian32(chunk.Start + 12) & IndexTellsOrder) != 0)
                {
                    NotComparableException.Throw("its index alone tells its order");
                }

                payload.AddKey(file.At(chunk.Start + 32, 8)); // width and height
            }
            else if (ListKind(file, chunk) == s_stream)
            {
                if (streams.Count == StreamsMax)
                {
                    NotComparableException.Throw("it has too many streams");
                }

                streams.Add(ReadStream(file, streams.Count, chunk, policy));
            }
        }

        return streams;
    }

    private static AviStream ReadStream(HeaderReader file, int number, RiffChunk list, MediaPolicy policy)
    {
        RiffChunk header = default, format = default, data = default, properties = default;
        for (long at = list.Start + ListHeaderBytes; at < list.End;)
        {
            RiffChunk chunk = Next(file, at, list.End);
            at = chunk.Next;
            header = chunk.Id == RiffChunk.IdOf("strh"u8) ? chunk : header;
            format = chunk.Id == RiffChunk.IdOf("strf"u8) ? chunk : format;
            data = chunk.Id == RiffChunk.IdOf("strd"u8) ? chunk : data;
            properties = chunk.Id == RiffChunk.IdOf("vprp"u8) ? chunk : properties;
        }

        return new AviStream(file, number, header, format, data, properties, policy);
    }

    // Returns true if a glance has enough. Record lists are entered, so the walk needs no stack.
    private static bool ReadMovie(HeaderReader file, RiffChunk movie, List<AviStream> streams, TrackList tracks)
    {
        for (long at = movie.Start + ListHeaderBytes; at < movie.End;)
        {
            RiffChunk chunk = Next(file, at, movie.End);
            bool isRecords = ListKind(file, chunk) == s_records;
            at = isRecords ? chunk.Start + ListHeaderBytes : chunk.Next;
            int number = isRecords ? -1 : StreamOf(chunk.Id);
            if (number < 0)
            {
                continue;
            }

            if (number >= streams.Count)
            {
                NotComparableException.Throw("a chunk belongs to no stream");
            }

            streams[number].Add(file, chunk);
            if (tracks.Suffices(1))
            {
                return true;
            }
        }

        return false;
    }

    // A data chunk ID starts with two digits. In an index chunk ID, they come last.
    private static int StreamOf(uint id)
    {
        int tens = (int)(id & 0xFF) - '0';
        int ones = (int)((id >> 8) & 0xFF) - '0';
        return tens is >= 0 and <= 9 && ones is >= 0 and <= 9 ? (10 * tens) + ones : -1;
    }
}

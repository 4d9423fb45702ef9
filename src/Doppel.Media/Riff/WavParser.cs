namespace Doppel.Media;

/// <summary>
/// Parses WAVE in RIFF (Microsoft and IBM, 1991), and RF64/BW64 (ITU-R BS.2088) for files over 4 GiB.
/// </summary>
/// <remarks>
/// The payload is the codec parameters (<c>fmt </c>, <c>fact</c>) and the samples (<c>data</c>). Players skip all other
/// chunks, so these are tags. Data after the last chunk that is not a tag is payload. Programs that write into a pipe
/// do not know the lengths: the samples then extend to the end of the file, as they do for players.
/// </remarks>
internal sealed class WavParser : IMediaParser
{
    private const int ChunksMax = 100_000;
    private const uint LengthElsewhere = uint.MaxValue;

    // ffmpeg writes the greatest number into a pipe, and SoX about half of it.
    private const uint UnknownLength = 0x7FFF_0000;

    // The samples and what decodes them, free space, and what can be computed from the samples.
    internal static readonly HashSet<string> Structure =
    [
        "fmt ", "fact", "data", "ds64", "JUNK", "junk", "JUNQ", "PAD ", "FLLR", "PEAK", "levl",
    ];

    private static readonly uint s_format = RiffChunk.IdOf("fmt "u8);
    private static readonly uint s_fact = RiffChunk.IdOf("fact"u8);
    private static readonly uint s_data = RiffChunk.IdOf("data"u8);

    public MediaFormat Format => MediaFormat.Wav;

    public bool Recognizes(HeaderReader file) =>
        file.Is(8, "WAVE"u8) && (file.Is(0, "RIFF"u8) || IsLarge(file));

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        (long end, long dataBytes) = Lengths(file);
        bool hasFormat = false;
        bool hasData = false;
        int chunks = 0;
        for (long at = 12; at + RiffChunk.HeaderBytes <= end;)
        {
            RiffChunk chunk = RiffChunk.At(file, at);
            bool isData = chunk.Id == s_data;
            chunk = isData ? WithLength(file, chunk, dataBytes) : chunk;
            if (chunk.Bytes > file.Length - chunk.Start && hasData)
            {
                // Bytes behind the samples that are no chunk.
                end = at;
                break;
            }

            if (chunk.Bytes > file.Length - chunk.Start || ++chunks > ChunksMax)
            {
                NotComparableException.Throw("it is truncated");
            }

            // Some programs count too little.
            end = Math.Max(end, chunk.End);

            if (isData || chunk.Id == s_format || chunk.Id == s_fact)
            {
                if ((isData && (hasData || !hasFormat)) || (chunk.Id == s_format && hasFormat))
                {
                    NotComparableException.Throw("its chunks are not in order");
                }

                if (isData && chunk.Bytes == 0)
                {
                    NotComparableException.Throw("it has no audio data");
                }

                hasData |= isData;
                hasFormat |= chunk.Id == s_format;
                payload.AddKey(chunk.Id);
                payload.AddKey(chunk.Bytes);
                payload.Add(chunk.Start, chunk.Bytes, isData ? "samples" : "format");
            }

            at = chunk.Next;
        }

        if (!hasData)
        {
            NotComparableException.Throw("it has no audio data");
        }

        // Some writers omit the padding byte of the last chunk, and others do not count it.
        long behind = Math.Min(file.Length, end + (end & 1));
        long tags = RiffChunk.AreTags(file, behind) ? behind : TagEnds.End(file, behind);
        payload.AddKey(tags - behind);
        payload.Add(behind, tags - behind, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        (long end, long dataBytes) = Lengths(file);
        end = ReadChunks(file, 12, end, dataBytes, tags);
        long behind = Math.Min(file.Length, end + (end & 1));
        if (RiffChunk.AreTags(file, behind))
        {
            ReadChunks(file, behind, file.Length, dataBytes, tags);
        }
        else
        {
            StackedTags.ReadEnd(file, behind, tags);
        }
    }

    // Returns the offset at which the last chunk ends. Some programs count too little.
    private static long ReadChunks(HeaderReader file, long at, long end, long dataBytes, TagBuilder tags)
    {
        for (int i = 0; i < ChunksMax && at + RiffChunk.HeaderBytes <= end; i++)
        {
            RiffChunk chunk = RiffChunk.At(file, at);
            chunk = chunk.Id == s_data ? WithLength(file, chunk, dataBytes) : chunk;
            end = chunk.End > file.Length ? at : Math.Max(end, chunk.End);
            RiffTags.Read(file, chunk, Structure, tags);
            at = chunk.Next;
        }

        return end;
    }

    private static RiffChunk WithLength(HeaderReader file, RiffChunk chunk, long dataBytes)
    {
        if (IsLarge(file))
        {
            return chunk.Bytes == LengthElsewhere ? chunk with { Bytes = dataBytes } : chunk;
        }

        bool isUnknown = chunk.Bytes >= UnknownLength && chunk.End > file.Length
            && file.LittleEndian32(4) >= UnknownLength;
        return isUnknown ? chunk with { Bytes = file.Length - chunk.Start } : chunk;
    }

    private static bool IsLarge(HeaderReader file) => file.Is(0, "RF64"u8) || file.Is(0, "BW64"u8);

    private static (long End, long DataBytes) Lengths(HeaderReader file)
    {
        long bytes = file.LittleEndian32(4);
        long dataBytes = 0;
        if (IsLarge(file))
        {
            if (!file.Is(12, "ds64"u8) || RiffChunk.At(file, 12).Bytes < 24)
            {
                NotComparableException.Throw("its lengths are missing");
            }

            bytes = Positive(file, 20);
            dataBytes = Positive(file, 28);
        }

        if (!file.Has(RiffChunk.HeaderBytes, bytes))
        {
            if (IsLarge(file) || bytes < UnknownLength)
            {
                NotComparableException.Throw("it is truncated");
            }

            bytes = file.Length - RiffChunk.HeaderBytes;
        }

        return (RiffChunk.HeaderBytes + bytes, dataBytes);
    }

    private static long Positive(HeaderReader file, long at) =>
        file.LittleEndian32(at) | ((long)(file.LittleEndian32(at + 4) & 0x7FFF_FFFF) << 32);
}

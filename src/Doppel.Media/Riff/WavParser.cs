namespace Doppel.Media;

/// <summary>
/// Parses WAVE in RIFF (Microsoft and IBM, 1991), and RF64/BW64 (ITU-R BS.2088) for files over 4 GiB.
/// </summary>
/// <remarks>
/// The payload is the codec parameters (<c>fmt </c>, <c>fact</c>) and the samples (<c>data</c>). Players skip all other
/// chunks, so these are tags. Data after the last chunk that is not a tag is payload.
/// </remarks>
internal sealed class WavParser : IMediaParser
{
    private const int ChunksMax = 100_000;
    private const uint LengthElsewhere = uint.MaxValue;

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
            if (isData && chunk.Bytes == LengthElsewhere)
            {
                chunk = chunk with { Bytes = dataBytes };
            }

            if (chunk.Bytes > end - chunk.Start || ++chunks > ChunksMax)
            {
                NotComparableException.Throw("it is truncated");
            }

            if (isData || chunk.Id == s_format || chunk.Id == s_fact)
            {
                if ((isData && (hasData || !hasFormat)) || (chunk.Id == s_format && hasFormat))
                {
                    NotComparableException.Throw("its chunks are not in order");
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
            NotComparableException.Throw("it has no samples");
        }

        // Some writers omit the padding byte of the last chunk, and others do not count it.
        long behind = Math.Min(file.Length, end + (end & 1));
        long tags = TagEnds.End(file, behind);
        payload.AddKey(tags - behind);
        payload.Add(behind, tags - behind, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        (long end, long dataBytes) = Lengths(file);
        long at = 12;
        for (int i = 0; i < ChunksMax && at + RiffChunk.HeaderBytes <= end; i++)
        {
            RiffChunk chunk = RiffChunk.At(file, at);
            chunk = chunk.Id == s_data && chunk.Bytes == LengthElsewhere ? chunk with { Bytes = dataBytes } : chunk;
            RiffTags.Read(file, chunk, tags);
            at = chunk.Next;
        }

        StackedTags.ReadEnd(file, Math.Min(file.Length, end + (end & 1)), tags);
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
            NotComparableException.Throw("it is truncated");
        }

        return (RiffChunk.HeaderBytes + bytes, dataBytes);
    }

    private static long Positive(HeaderReader file, long at) =>
        file.LittleEndian32(at) | ((long)(file.LittleEndian32(at + 4) & 0x7FFF_FFFF) << 32);
}

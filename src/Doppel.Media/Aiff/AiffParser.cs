namespace Doppel.Media;

/// <summary>Parses AIFF 1.3 and AIFF-C (Apple, 1989 and 1991).</summary>
/// <remarks>
/// The payload is the common chunk except the human-readable name of the compression, the samples, and QuickTime's
/// chunk for a codec. All other chunks are tags or markers. Under the loose policy, AIFF-C without compression equals
/// AIFF. Data after the last chunk that is not a tag is payload.
/// </remarks>
internal sealed class AiffParser : IMediaParser
{
    private const int ChunksMax = 100_000;
    private const int CommonBytes = 18;
    private const int TypeBytes = 4;
    private const int SoundHeaderBytes = 8;

    private static readonly uint s_common = AiffChunk.IdOf("COMM"u8);
    private static readonly uint s_sound = AiffChunk.IdOf("SSND"u8);
    private static readonly uint s_codec = AiffChunk.IdOf("wave"u8);

    public MediaFormat Format => MediaFormat.Aiff;

    public bool Recognizes(HeaderReader file) => file.Is(0, "FORM"u8) && (file.Is(8, "AIFF"u8) || file.Is(8, "AIFC"u8));

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long end = End(file);
        AiffChunk common = default;
        AiffChunk sound = default;
        AiffChunk codec = default;
        int chunks = 0;
        for (long at = 12; at + AiffChunk.HeaderBytes <= end;)
        {
            AiffChunk chunk = AiffChunk.At(file, at);
            if (chunk.Bytes > file.Length - chunk.Start || ++chunks > ChunksMax)
            {
                NotComparableException.Throw("it is truncated");
            }

            // Some programs count one byte too little.
            end = Math.Max(end, chunk.Start + chunk.Bytes);

            Keep(chunk, s_common, ref common);
            Keep(chunk, s_sound, ref sound);
            Keep(chunk, s_codec, ref codec);
            at = chunk.Next;
        }

        AddCommon(file, common, policy, payload);
        payload.AddKey(codec.Bytes);
        payload.Add(codec.Start, codec.Bytes, "codec");
        AddSound(file, sound, payload);
        long behind = Math.Min(file.Length, end + (end & 1));
        long tags = AiffChunk.AreTags(file, behind) ? behind : TagEnds.End(file, behind);
        payload.AddKey(tags - behind);
        payload.Add(behind, tags - behind, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        long end = ReadChunks(file, 12, End(file), tags);
        long behind = Math.Min(file.Length, end + (end & 1));
        if (AiffChunk.AreTags(file, behind))
        {
            ReadChunks(file, behind, file.Length, tags);
        }
        else
        {
            StackedTags.ReadEnd(file, behind, tags);
        }
    }

    // Returns the offset at which the last chunk ends. Some programs count one byte too little.
    private static long ReadChunks(HeaderReader file, long at, long end, TagBuilder tags)
    {
        for (int i = 0; i < ChunksMax && at + AiffChunk.HeaderBytes <= end; i++)
        {
            AiffChunk chunk = AiffChunk.At(file, at);
            AiffTags.Read(file, chunk, tags);
            end = chunk.Start + chunk.Bytes > file.Length ? at : Math.Max(end, chunk.Start + chunk.Bytes);
            at = chunk.Next;
        }

        return end;
    }

    private static long End(HeaderReader file)
    {
        long end = AiffChunk.At(file, 0).Start + AiffChunk.At(file, 0).Bytes;
        if (!file.Has(0, end - 1))
        {
            NotComparableException.Throw("it is truncated");
        }

        // mutagen counts the padding of a last chunk that it has removed.
        return Math.Min(end, file.Length);
    }

    private static void Keep(AiffChunk chunk, uint id, ref AiffChunk kept)
    {
        if (chunk.Id != id)
        {
            return;
        }

        if (kept.Id != 0)
        {
            NotComparableException.Throw("it has two chunks of which one is allowed");
        }

        kept = chunk;
    }

    // Chunks may come in any order, so their content is added in a fixed order.
    private static void AddCommon(HeaderReader file, AiffChunk common, MediaPolicy policy, PayloadBuilder payload)
    {
        bool isCompressed = file.Is(8, "AIFC"u8);
        if (common.Bytes < CommonBytes + (isCompressed ? TypeBytes : 0))
        {
            NotComparableException.Throw("its common chunk is missing or damaged");
        }

        if (policy == MediaPolicy.Loose && isCompressed && file.Is(common.Start + CommonBytes, "NONE"u8))
        {
            isCompressed = false;
        }

        payload.AddKey(isCompressed ? 1 : 0);
        payload.Add(common.Start, CommonBytes + (isCompressed ? TypeBytes : 0), "format");
    }

    private static void AddSound(HeaderReader file, AiffChunk sound, PayloadBuilder payload)
    {
        if (sound.Bytes <= SoundHeaderBytes)
        {
            NotComparableException.Throw("it has no audio data");
        }

        // The samples may start after an offset that aligns them to disk blocks.
        long skipped = file.BigEndian32(sound.Start);
        long bytes = sound.Bytes - SoundHeaderBytes - skipped;
        if (bytes <= 0)
        {
            NotComparableException.Throw("it has no audio data");
        }

        payload.AddKey(bytes);
        payload.Add(sound.Start + SoundHeaderBytes + skipped, bytes, "samples");
    }
}

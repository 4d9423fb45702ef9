namespace Doppel.Media;

/// <summary>Parses DSDIFF 1.5 (Philips), with samples that are compressed (DST) or not.</summary>
/// <remarks>
/// The payload is the properties that control decoding, and the samples. All other chunks are tags, or derived from the
/// samples like the index of compressed frames. Data after the last chunk that is not a tag is payload.
/// </remarks>
internal sealed class DsdiffParser : IMediaParser
{
    private const int ChunksMax = 10_000;
    private const int TypeBytes = 4;
    private const int FirstChunkAt = LongChunk.HeaderBytes + TypeBytes;

    // The first chunk within compressed samples tells the number of frames and their rate.
    private const int FrameInfoBytes = LongChunk.HeaderBytes + 6;

    public MediaFormat Format => MediaFormat.Dsdiff;

    public bool Recognizes(HeaderReader file) => file.Is(0, "FRM8"u8) && file.Is(LongChunk.HeaderBytes, "DSD "u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long end = End(file);
        LongChunk properties = default;
        LongChunk sound = default;
        foreach (LongChunk chunk in Chunks(file, FirstChunkAt, end))
        {
            properties = chunk.KeepFor(properties, "PROP"u8);
            sound = chunk.Is("DST "u8) ? chunk.KeepFor(sound, "DST "u8) : chunk.KeepFor(sound, "DSD "u8);
        }

        AddProperties(file, properties, payload);
        bool isCompressed = sound.Is("DST "u8);
        if (sound.Bytes == 0 || (isCompressed && sound.Bytes <= FrameInfoBytes))
        {
            NotComparableException.Throw("it has no audio data");
        }

        payload.AddKey(isCompressed ? 1 : 0);
        payload.AddKey(sound.Bytes);
        payload.Add(sound.Start, sound.Bytes, "samples");
        long behind = Math.Min(file.Length, end + (end & 1));
        long tags = TagEnds.End(file, behind);
        payload.AddKey(tags - behind);
        payload.Add(behind, tags - behind, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        long end = End(file);
        foreach (LongChunk chunk in Chunks(file, FirstChunkAt, end))
        {
            DsdiffTags.Read(file, chunk, tags);
            if (!chunk.Is("PROP"u8) && !chunk.Is("DIIN"u8))
            {
                continue;
            }

            long first = chunk.Start + (chunk.Is("PROP"u8) ? TypeBytes : 0);
            foreach (LongChunk part in Chunks(file, first, chunk.Start + chunk.Bytes))
            {
                DsdiffTags.Read(file, part, tags);
            }
        }

        StackedTags.ReadEnd(file, Math.Min(file.Length, end + (end & 1)), tags);
    }

    private static long End(HeaderReader file)
    {
        LongChunk form = LongChunk.At(file, 0);
        if (!file.Has(form.Start, form.Bytes))
        {
            NotComparableException.Throw("it is truncated");
        }

        return form.Start + form.Bytes;
    }

    private static IEnumerable<LongChunk> Chunks(HeaderReader file, long at, long end)
    {
        for (int i = 0; at + LongChunk.HeaderBytes <= end; i++)
        {
            LongChunk chunk = LongChunk.At(file, at);
            if (chunk.Bytes < 0 || chunk.Bytes > end - chunk.Start || i == ChunksMax)
            {
                NotComparableException.Throw("it is truncated");
            }

            yield return chunk;
            at = chunk.Start + chunk.Bytes + (chunk.Bytes & 1);
        }
    }

    // Properties may come in any order, so they are added in a fixed order.
    private static void AddProperties(HeaderReader file, LongChunk properties, PayloadBuilder payload)
    {
        LongChunk rate = default;
        LongChunk channels = default;
        LongChunk compression = default;
        LongChunk speakers = default;
        if (properties.Exists)
        {
            long end = properties.Start + properties.Bytes;
            foreach (LongChunk chunk in Chunks(file, properties.Start + TypeBytes, end))
            {
                rate = chunk.KeepFor(rate, "FS  "u8);
                channels = chunk.KeepFor(channels, "CHNL"u8);
                compression = chunk.KeepFor(compression, "CMPR"u8);
                speakers = chunk.KeepFor(speakers, "LSCO"u8);
            }
        }

        if (rate.Bytes < 4 || channels.Bytes < 2 || compression.Bytes < TypeBytes)
        {
            NotComparableException.Throw("its properties are missing or damaged");
        }

        // A text for people follows the type of the compression.
        foreach (LongChunk chunk in (LongChunk[])[rate, channels, compression with { Bytes = TypeBytes }, speakers])
        {
            payload.AddKey(chunk.Bytes);
            payload.Add(chunk.Start, chunk.Bytes, "format");
        }
    }
}

namespace Doppel.Media;

/// <summary>Parses the Core Audio Format (Apple, 1.0).</summary>
/// <remarks>
/// The payload is the description, the channel layout, the setup of the codec, the packet table, without which packets
/// cannot be told apart, and the samples. All other chunks are tags, markers or free space. Data after the last chunk
/// that is not a tag is payload.
/// </remarks>
internal sealed class CafParser : IMediaParser
{
    private const int HeaderBytes = 8;
    private const int DescriptionBytes = 32;
    private const int EditCountBytes = 4;
    private const int ChunksMax = 10_000;

    public MediaFormat Format => MediaFormat.Caf;

    public bool Recognizes(HeaderReader file) => file.Is(0, "caff\0\u0001"u8) && file.Is(HeaderBytes, "desc"u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        LongChunk description = default;
        LongChunk layout = default;
        LongChunk codec = default;
        LongChunk packets = default;
        LongChunk data = default;
        long end = HeaderBytes;
        foreach (LongChunk chunk in Chunks(file))
        {
            description = chunk.KeepFor(description, "desc"u8);
            layout = chunk.KeepFor(layout, "chan"u8);
            codec = chunk.KeepFor(codec, "kuki"u8);
            packets = chunk.KeepFor(packets, "pakt"u8);
            data = chunk.KeepFor(data, "data"u8);
            end = chunk.Start + chunk.Bytes;
        }

        if (!data.Exists || description.Bytes < DescriptionBytes)
        {
            NotComparableException.Throw("it is truncated or damaged");
        }

        if (data.Bytes <= EditCountBytes)
        {
            NotComparableException.Throw("it has no audio data");
        }

        // Bytes or frames in each packet, 0 if they vary.
        bool varies = file.BigEndian32(description.Start + 16) == 0 || file.BigEndian32(description.Start + 20) == 0;
        if (varies && !packets.Exists)
        {
            NotComparableException.Throw("its packet table is missing");
        }

        foreach (LongChunk chunk in (LongChunk[])[description, layout, codec, packets])
        {
            payload.AddKey(chunk.Bytes);
            payload.Add(chunk.Start, chunk.Bytes, "format");
        }

        payload.AddKey(data.Bytes);
        payload.Add(data.Start + EditCountBytes, data.Bytes - EditCountBytes, "samples");
        long tags = TagEnds.End(file, end);
        payload.AddKey(tags - end);
        payload.Add(end, tags - end, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        long end = HeaderBytes;
        foreach (LongChunk chunk in Chunks(file))
        {
            CafTags.Read(file, chunk, tags);
            end = chunk.Start + chunk.Bytes;
        }

        StackedTags.ReadEnd(file, end, tags);
    }

    // The file does not tell its length, so the chunks end where no other one fits.
    private static IEnumerable<LongChunk> Chunks(HeaderReader file)
    {
        long at = HeaderBytes;
        for (int i = 0; i < ChunksMax && file.Has(at, LongChunk.HeaderBytes); i++)
        {
            LongChunk chunk = LongChunk.At(file, at);

            // Programs that write into a pipe do not know the length of the samples.
            if (chunk.Is("data"u8) && chunk.Bytes == -1)
            {
                yield return chunk with { Bytes = TagEnds.End(file, chunk.Start) - chunk.Start };
                yield break;
            }

            if (!file.Has(chunk.Start, chunk.Bytes) || file.At(at, 4).ContainsAnyExceptInRange((byte)' ', (byte)'~'))
            {
                yield break;
            }

            yield return chunk;
            at = chunk.Start + chunk.Bytes;
        }
    }
}

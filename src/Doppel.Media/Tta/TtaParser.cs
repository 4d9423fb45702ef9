namespace Doppel.Media;

/// <summary>Parses True Audio, version 1 (tausoft.org).</summary>
/// <remarks>
/// The payload is the header, the seek table and the frames. Decoders need the seek table, because frames do not say
/// where they end.
/// </remarks>
internal sealed class TtaParser : IMediaParser
{
    private const int HeaderBytes = 22;
    private const int ChecksumBytes = 4;
    private const int SampleRateMax = 1 << 24;

    public MediaFormat Format => MediaFormat.Tta;

    public bool Recognizes(HeaderReader file) => file.Is(TagEnds.Start(file), "TTA1"u8);

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long start = TagEnds.Start(file);
        long end = TagEnds.End(file, start);
        long rate = file.LittleEndian32(start + 10);
        long samples = file.LittleEndian32(start + 14);
        if (rate is 0 or > SampleRateMax || samples == 0)
        {
            NotComparableException.Throw(samples == 0 ? "it has no audio data" : "its header is damaged");
        }

        long frameSamples = 256 * rate / 245;
        long frames = (samples + frameSamples - 1) / frameSamples;
        long seek = start + HeaderBytes;
        long first = seek + (4 * frames) + ChecksumBytes;
        long last = first;
        for (long i = 0; i < frames && first <= end; i++)
        {
            last += file.LittleEndian32(seek + (4 * i));
        }

        if (last > end)
        {
            NotComparableException.Throw("it is truncated");
        }

        payload.Add(start, first - start, "headers");
        payload.Add(first, last - first, "frames");
        payload.Add(last, end - last, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags) => StackedTags.Read(file, tags);
}

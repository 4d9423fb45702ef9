namespace Doppel.Media;

/// <summary>Parses AAC in ADTS frames without a container, between tags.</summary>
/// <remarks>
/// The payload is everything from the first frame to the tags at the end, including the last frame if it is truncated.
/// </remarks>
internal sealed class AacParser : IMediaParser
{
    private const int PaddingBytesMax = 64 * 1024;

    public MediaFormat Format => MediaFormat.Aac;

    public bool Recognizes(HeaderReader file) => FirstFrame(file, TagEnds.Start(file), file.Length) >= 0;

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long start = TagEnds.Start(file);
        long end = TagEnds.End(file, start);
        long first = FirstFrame(file, start, end);
        if (first < 0)
        {
            NotComparableException.Throw("no frames follow its tags");
        }

        payload.Add(first, end - first, "frames");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags) => StackedTags.Read(file, tags);

    // Skips only zeros that a removed tag left behind. Other junk may contain bytes that look like frames.
    private static long FirstFrame(HeaderReader file, long start, long end)
    {
        long first = start == 0
            ? start
            : FrameSearch.BehindZeros(file, start, Math.Min(end, start + PaddingBytesMax));
        return FrameSearch.IsStream<AdtsFrame>(file, first, end) ? first : -1;
    }
}

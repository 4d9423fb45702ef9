namespace Doppel.Media;

/// <summary>AAC in ADTS frames without a container, between tags.</summary>
/// <remarks>
/// Payload is everything from the first frame to the tags at the end, the last frame also where it is cut off.
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

    // Only zeros that a tag has left are passed over: other junk may hold what looks like frames.
    private static long FirstFrame(HeaderReader file, long start, long end)
    {
        long first = start == 0
            ? start
            : FrameSearch.BehindZeros(file, start, Math.Min(end, start + PaddingBytesMax));
        return FrameSearch.IsStream<AdtsFrame>(file, first, end) ? first : -1;
    }
}

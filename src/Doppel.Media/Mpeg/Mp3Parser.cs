namespace Doppel.Media;

/// <summary>Parses MPEG audio: frames without a container, between tags or wrapped in RIFF.</summary>
/// <remarks>
/// The payload is everything from the first frame to the tags at the end, including the last frame if it is truncated.
/// Under the loose policy, a first frame that contains an encoder header (Xing, Info, VBRI) and no audio is not
/// payload.
/// </remarks>
internal sealed class Mp3Parser : IMediaParser
{
    private const int FramesToBeSure = 3;
    private const int TailBytes = 16 * 1024;

    public MediaFormat Format => MediaFormat.Mp3;

    public bool Recognizes(HeaderReader file) =>
        RiffMp3.Is(file) || FrameSearch.First<MpegFrame>(file, TagEnds.Start(file), file.Length) >= 0
        || IsShort(file);

    // Two frames and a tag. The end of a file is read only if it begins with these frames.
    private static bool IsShort(HeaderReader file)
    {
        long start = TagEnds.Start(file);
        return MpegFrame.TryRead(file, start, file.Length, out MpegFrame first)
            && MpegFrame.TryRead(file, start + first.Bytes, file.Length, out MpegFrame second) && second.IsLike(first)
            && FrameSearch.IsStream<MpegFrame>(file, start, TagEnds.End(file, start));
    }

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        if (!RiffMp3.Is(file))
        {
            (long start, long end) = Frames(file, policy);
            payload.Add(start, end - start, "frames");
            return;
        }

        RiffChunk content = RiffMp3.Content(file);
        var wrapped = new HeaderReader();
        wrapped.Open(new ExtentSource(file, [new PayloadExtent(content.Start, content.Bytes)]));
        (long first, long last) = Frames(wrapped, policy);
        payload.Add(content.Start + first, last - first, "frames");
        long behind = RiffMp3.End(file);
        payload.Add(behind, TagEnds.End(file, behind) - behind, "what follows");
    }

    public void ReadTags(HeaderReader file, TagBuilder tags)
    {
        if (!RiffMp3.Is(file))
        {
            ReadTagsAround(file, tags);
            return;
        }

        RiffChunk content = RiffMp3.Content(file);
        var wrapped = new HeaderReader();
        wrapped.Open(new ExtentSource(file, [new PayloadExtent(content.Start, content.Bytes)]));
        ReadTagsAround(wrapped, tags);
        long end = RiffMp3.End(file);
        for (long at = content.Next; at + RiffChunk.HeaderBytes <= end;)
        {
            RiffChunk chunk = RiffChunk.At(file, at);
            RiffTags.Read(file, chunk, WavParser.Structure, tags);
            at = chunk.Next;
        }

        StackedTags.ReadEnd(file, end, tags);
    }

    private static void ReadTagsAround(HeaderReader file, TagBuilder tags)
    {
        long start = StackedTags.ReadStart(file, tags);
        if (!IsSoundTheEnd(file, start))
        {
            StackedTags.ReadEnd(file, start, tags);
        }
    }

    private static (long Start, long End) Frames(HeaderReader file, MediaPolicy policy)
    {
        long start = TagEnds.Start(file);
        long end = IsSoundTheEnd(file, start) ? file.Length : TagEnds.End(file, start);

        long first = FrameSearch.First<MpegFrame>(file, start, end);
        if (first < 0)
        {
            NotComparableException.Throw("no frames follow its tags");
        }

        if (policy == MediaPolicy.Loose && MpegFrame.TryRead(file, first, end, out MpegFrame frame)
            && HasEncoderHeader(file, first, frame))
        {
            first += frame.Bytes;
        }
        else
        {
            // Zeros before the first frame are padding left by a tag. Anything else is unknown, and therefore counts.
            first = FrameSearch.BehindZeros(file, start, first);
        }

        return (first, end);
    }

    // Audio data may end with bytes that look like a tag by chance.
    private static bool IsSoundTheEnd(HeaderReader file, long start) =>
        TagEnds.IsId3v1Before(file, start, file.Length) && EndsWithFrame(file, start);

    private static bool HasEncoderHeader(HeaderReader file, long at, MpegFrame frame) =>
        frame.Layer == 3 && (file.Is(at + frame.EncoderHeaderAt, "Xing"u8)
            || file.Is(at + frame.EncoderHeaderAt, "Info"u8) || file.Is(at + 36, "VBRI"u8));

    // The last 128 bytes may start with "TAG" by chance. A frame then extends across them to the end of the file.
    private static bool EndsWithFrame(HeaderReader file, long start)
    {
        Span<byte> tail = stackalloc byte[TailBytes];
        tail = tail[..(int)Math.Min(TailBytes, file.Length - start)];
        file.Copy(file.Length - tail.Length, tail);
        for (int at = 0; at < tail.Length - 128; at++)
        {
            int next = at;
            int frames = 0;
            while (next <= tail.Length - MpegFrame.HeaderBytes && MpegFrame.TryRead(tail[next..], out MpegFrame frame))
            {
                next += frame.Bytes;
                frames++;
            }

            if (next == tail.Length && frames >= FramesToBeSure)
            {
                return true;
            }
        }

        return false;
    }
}

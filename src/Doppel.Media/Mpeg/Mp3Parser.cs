namespace Doppel.Media;

/// <summary>MPEG audio: frames without a container, between tags.</summary>
/// <remarks>
/// Payload is everything from the first frame to the tags at the end. By the loose policy a first frame that holds an
/// encoder's header (Xing, Info, VBRI) and no sound is none.
/// </remarks>
internal sealed class Mp3Parser : IMediaParser
{
    private const int FramesToBeSure = 3;
    private const int JunkBytesMax = 64 * 1024;
    private const int TailBytes = 16 * 1024;

    public MediaFormat Format => MediaFormat.Mp3;

    public bool Recognizes(HeaderReader file)
    {
        long start = TagEnds.Start(file);
        return FirstFrame(file, start, file.Length) >= 0;
    }

    public void Parse(HeaderReader file, MediaPolicy policy, PayloadBuilder payload)
    {
        long start = TagEnds.Start(file);
        long end = TagEnds.End(file, start);
        if (TagEnds.IsId3v1Before(file, start, file.Length) && EndsWithFrame(file, start))
        {
            end = file.Length;
        }

        long first = FirstFrame(file, start, end);
        if (first < 0)
        {
            NotComparableException.Throw("no frames follow its tags");
        }

        if (policy == MediaPolicy.Loose && MpegFrame.TryRead(file.At(first, MpegFrame.HeaderBytes), out MpegFrame frame)
            && HasEncoderHeader(file, first, frame))
        {
            first += frame.Bytes;
        }

        else if (start > 0)
        {
            // Zeros before it are padding that a tag has left; anything else is not known, and so counts.
            first = BehindZeros(file, start, first);
        }

        payload.Add(first, end - first);
    }

    private static long BehindZeros(HeaderReader file, long start, long first)
    {
        for (long at = start; at < first;)
        {
            int bytes = (int)Math.Min(HeaderReader.BytesAtOnceMax, first - at);
            int other = file.At(at, bytes).IndexOfAnyExcept((byte)0);
            if (other >= 0)
            {
                return at + other;
            }

            at += bytes;
        }

        return first;
    }

    private static bool HasEncoderHeader(HeaderReader file, long at, MpegFrame frame) =>
        frame.Layer == 3 && (file.Is(at + frame.EncoderHeaderAt, "Xing"u8)
            || file.Is(at + frame.EncoderHeaderAt, "Info"u8) || file.Is(at + 36, "VBRI"u8));

    // Where tags stand before it, some programs leave zeros or other junk between; without one only a frame will do.
    private static long FirstFrame(HeaderReader file, long start, long end)
    {
        long last = start > 0 ? Math.Min(end - MpegFrame.HeaderBytes, start + JunkBytesMax) : start;
        for (long at = start; at <= last;)
        {
            int bytes = (int)Math.Min(HeaderReader.BytesAtOnceMax, last + 1 - at);
            if (!file.Has(at, bytes))
            {
                return -1;
            }

            int sync = file.At(at, bytes).IndexOf((byte)0xFF);
            if (sync < 0)
            {
                at += bytes;
                continue;
            }

            at += sync;
            if (IsStream(file, at, end))
            {
                return at;
            }

            at++;
        }

        return -1;
    }

    // Frames of one kind, each where the one before it ends; fewer will do where they fill the file.
    private static bool IsStream(HeaderReader file, long at, long end)
    {
        MpegFrame? first = null;
        for (int i = 0; i < FramesToBeSure; i++)
        {
            if (i > 1 && at == end)
            {
                return true;
            }

            if (!file.Has(at, MpegFrame.HeaderBytes)
                || !MpegFrame.TryRead(file.At(at, MpegFrame.HeaderBytes), out MpegFrame frame)
                || (first is { } known && !frame.IsLike(known)))
            {
                return false;
            }

            first ??= frame;
            at += frame.Bytes;
        }

        return true;
    }

    // The last 128 bytes may begin with "TAG" by chance: then a frame reaches over them to the very end.
    private static bool EndsWithFrame(HeaderReader file, long start)
    {
        for (long at = Math.Max(start, file.Length - TailBytes); at < file.Length - 128; at++)
        {
            if (!MpegFrame.TryRead(file.At(at, MpegFrame.HeaderBytes), out _))
            {
                continue;
            }

            long next = at;
            int frames = 0;
            while (file.Has(next, MpegFrame.HeaderBytes)
                && MpegFrame.TryRead(file.At(next, MpegFrame.HeaderBytes), out MpegFrame frame))
            {
                next += frame.Bytes;
                frames++;
            }

            if (next == file.Length && frames >= FramesToBeSure)
            {
                return true;
            }
        }

        return false;
    }
}

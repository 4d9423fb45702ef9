namespace Doppel.Media;

/// <summary>Finds the start of audio data that consists of frames.</summary>
internal static class FrameSearch
{
    private const int FramesToBeSure = 3;

    // A tagger that removes a tag may leave zeros, and a recording may begin in the middle of a frame. Without a tag in
    // front, only so many frames in a row prove that junk is followed by sound.
    private const int FramesBehindJunk = 20;
    private const int UntaggedJunkBytesMax = 2048;

    // The three sync bits that follow the eight of the first byte.
    private const byte SyncRest = 0xE0;
    private const int JunkBytesMax = 64 * 1024;

    // Each candidate may have to be measured by the frames after it. Junk contains few that look like frames.
    private const int TriesMax = 24;

    /// <summary>
    /// Returns whether three consecutive frames of one stream start at an offset, or fewer if they fill the file.
    /// </summary>
    internal static bool IsStream<TFrame>(HeaderReader file, long at, long end)
        where TFrame : struct, ISoundFrame<TFrame> => IsStream<TFrame>(file, at, end, FramesToBeSure);

    private static bool IsStream<TFrame>(HeaderReader file, long at, long end, int frames)
        where TFrame : struct, ISoundFrame<TFrame>
    {
        TFrame? first = null;
        for (int i = 0; i < frames; i++)
        {
            if (i > 1 && at == end && frames == FramesToBeSure)
            {
                return true;
            }

            if (!TFrame.TryRead(file, at, end, out TFrame frame) || (first is { } known && !frame.IsLike(known)))
            {
                return false;
            }

            first ??= frame;
            at += frame.Bytes;
        }

        return true;
    }

    /// <summary>
    /// Returns the offset of the first frame, or -1 if there is none. Junk before it is skipped after a tag, since some
    /// programs leave junk there. Without a tag, it must be short, and many frames must follow.
    /// </summary>
    internal static long First<TFrame>(HeaderReader file, long start, long end)
        where TFrame : struct, ISoundFrame<TFrame>
    {
        long last = Math.Min(end - 1, start + (start > 0 ? JunkBytesMax : UntaggedJunkBytesMax));
        int tries = 0;
        for (long at = start; at <= last && tries < TriesMax;)
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
            if (at + 1 < end && file.ByteAt(at + 1) >= SyncRest)
            {
                tries++;
                if (IsStream<TFrame>(file, at, end, start == 0 && at > 0 ? FramesBehindJunk : FramesToBeSure))
                {
                    return at;
                }
            }

            at++;
        }

        return -1;
    }

    /// <summary>Returns the offset of the first byte that is not zero, or of the first frame if all are zero.</summary>
    internal static long BehindZeros(HeaderReader file, long start, long first)
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
}

/// <summary>The header of an audio frame, in a stream of consecutive frames without a container.</summary>
internal interface ISoundFrame<TSelf>
    where TSelf : struct, ISoundFrame<TSelf>
{
    /// <summary>Gets the length of the whole frame in bytes, 1 or more.</summary>
    int Bytes { get; }

    /// <summary>Returns whether two frames can belong to the same stream.</summary>
    bool IsLike(TSelf other);

    /// <summary>Reads the frame header at an offset, in data that ends at another offset.</summary>
    static abstract bool TryRead(HeaderReader file, long at, long end, out TSelf frame);
}

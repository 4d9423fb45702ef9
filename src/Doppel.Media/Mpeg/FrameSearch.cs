namespace Doppel.Media;

/// <summary>Finds where sound made of frames begins.</summary>
internal static class FrameSearch
{
    private const int FramesToBeSure = 3;

    // The three bits that follow the eight of the first byte.
    private const byte SyncRest = 0xE0;
    private const int JunkBytesMax = 64 * 1024;

    // Each may have to be measured by where others stand; junk holds few that look like frames.
    private const int TriesMax = 24;

    /// <summary>Whether three frames of one kind follow each other; fewer will do where they fill the file.</summary>
    internal static bool IsStream<TFrame>(HeaderReader file, long at, long end)
        where TFrame : struct, ISoundFrame<TFrame>
    {
        TFrame? first = null;
        for (int i = 0; i < FramesToBeSure; i++)
        {
            if (i > 1 && at == end)
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
    /// Where the first frame stands, -1 where there is none. Where tags stand before it, some programs leave junk
    /// between; without one only a frame will do.
    /// </summary>
    internal static long First<TFrame>(HeaderReader file, long start, long end)
        where TFrame : struct, ISoundFrame<TFrame>
    {
        long last = start > 0 ? Math.Min(end - 1, start + JunkBytesMax) : start;
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
                if (IsStream<TFrame>(file, at, end))
                {
                    return at;
                }
            }

            at++;
        }

        return -1;
    }

    /// <summary>Where something else than zeros stands, at the latest where the first frame does.</summary>
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

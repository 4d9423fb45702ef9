namespace Doppel.Media;

/// <summary>Locates MP3 in RIFF of form <c>RMP3</c>: one chunk of frames, and others that are tags.</summary>
internal static class RiffMp3
{
    private const int FirstChunkAt = 12;

    /// <summary>Returns whether a file is wrapped like this.</summary>
    internal static bool Is(HeaderReader file) => file.Is(0, "RIFF"u8) && file.Is(8, "RMP3data"u8);

    /// <summary>Returns the chunk that contains the frames.</summary>
    internal static RiffChunk Content(HeaderReader file)
    {
        RiffChunk data = RiffChunk.At(file, FirstChunkAt);
        if (data.Start + data.Bytes > End(file))
        {
            NotComparableException.Throw("it is truncated");
        }

        return data;
    }

    /// <summary>Returns the offset at which the RIFF form ends.</summary>
    internal static long End(HeaderReader file)
    {
        long bytes = file.LittleEndian32(4);
        if (!file.Has(RiffChunk.HeaderBytes, bytes))
        {
            NotComparableException.Throw("it is truncated");
        }

        return Math.Min(file.Length, RiffChunk.HeaderBytes + bytes + (bytes & 1));
    }
}

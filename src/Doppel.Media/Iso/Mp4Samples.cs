namespace Doppel.Media;

/// <summary>Reads the samples of a track from its sample tables (ISO/IEC 14496-12, 8.5 to 8.7).</summary>
internal static class Mp4Samples
{
    /// <summary>Adds the samples in the tables, until the track is full.</summary>
    internal static void Read(HeaderReader file, Mp4Track track, IsoBox stbl)
    {
        var sizes = new SampleSizes(file, stbl);
        if (sizes.Count == 0)
        {
            return;
        }

        var durations = new RunTable(file, stbl.Need(file, "stts"u8));
        var shifts = new RunTable(file, stbl.Find(file, "ctts"u8));
        IsoBox offsetBox = stbl.Find(file, "stco"u8);
        bool isWide = offsetBox.Type == 0;
        offsetBox = isWide ? stbl.Need(file, "co64"u8) : offsetBox;
        var offsets = new NumberTable(file, offsetBox.Start + 4, offsetBox.End);
        long chunks = offsets.Next32();
        var perChunk = new ChunkTable(file, stbl.Need(file, "stsc"u8));
        long left = sizes.Count;
        for (long chunk = 1; chunk <= chunks && left > 0 && !track.IsFull; chunk++)
        {
            long offset = isWide ? offsets.Next64() : offsets.Next32();
            long inChunk = Math.Min(left, perChunk.SamplesOf(chunk));
            left -= inChunk;
            while (inChunk > 0 && !track.IsFull)
            {
                durations.Advance();
                shifts.Advance();
                long count = sizes.Fixed > 0 ? Math.Min(inChunk, Math.Min(durations.Left, shifts.Left)) : 1;
                long size = sizes.Next();
                track.Add(file, offset, count, size, durations.Value, shifts.Value);
                offset += count * size;
                durations.Pass(count);
                shifts.Pass(count);
                inChunk -= count;
            }
        }

        if (left > 0 && !track.IsFull)
        {
            NotComparableException.Throw("it has more samples than places for them");
        }
    }
}

namespace Doppel.Media;

/// <summary>Reads the samples of movie fragments: moof and its content (ISO/IEC 14496-12, 8.8).</summary>
internal static class Mp4Fragments
{
    private const int BoxesMax = 10_000_000;
    private const int DefaultsMax = 10_000;

    /// <summary>Adds the samples of all fragments of a file, until all tracks are full.</summary>
    /// <param name="file">The file.</param>
    /// <param name="tracks">The tracks whose samples are added.</param>
    /// <param name="mvex">The box with the defaults of all tracks.</param>
    internal static void Read(HeaderReader file, IReadOnlyList<Mp4Track> tracks, IsoBox mvex)
    {
        // Also of the other tracks: where their data ends, that of the next track may start.
        Dictionary<uint, (long Duration, long Size)> defaults = ReadDefaults(file, mvex);
        uint moof = IsoBox.TypeOf("moof"u8);
        uint traf = IsoBox.TypeOf("traf"u8);
        int boxes = 0;
        long at = 0;
        while (IsoBox.TryNext(file, ref at, file.Length, out IsoBox box))
        {
            if (tracks.All(static track => track.IsFull))
            {
                return;
            }

            if (++boxes > BoxesMax)
            {
                NotComparableException.Throw("it has too many boxes");
            }

            if (box.Type != moof)
            {
                continue;
            }

            // A fragment without a data offset starts where the data of the previous one ends.
            long behind = box.At;
            for (long in_ = box.Start; IsoBox.TryNext(file, ref in_, box.End, out IsoBox part);)
            {
                if (part.Type == traf)
                {
                    ReadTrack(file, tracks, defaults, box, part, ref behind);
                }
            }
        }

        // A partial box: the number of fragments in the original file is unknown.
        if (at != file.Length)
        {
            NotComparableException.Throw("it ends within a box");
        }
    }

    private static Dictionary<uint, (long Duration, long Size)> ReadDefaults(HeaderReader file, IsoBox mvex)
    {
        uint trex = IsoBox.TypeOf("trex"u8);
        Dictionary<uint, (long Duration, long Size)> defaults = [];
        for (long at = mvex.Start; IsoBox.TryNext(file, ref at, mvex.End, out IsoBox box);)
        {
            if (box.Type == trex)
            {
                uint id = file.BigEndian32(box.Start + 4);
                defaults[id] = (file.BigEndian32(box.Start + 12), file.BigEndian32(box.Start + 16));
                if (defaults.Count > DefaultsMax)
                {
                    NotComparableException.Throw("it has too many tracks");
                }
            }
        }

        return defaults;
    }

    private static void ReadTrack(
        HeaderReader file, IReadOnlyList<Mp4Track> tracks, Dictionary<uint, (long Duration, long Size)> defaults,
        IsoBox moof, IsoBox traf, ref long behind)
    {
        const uint HasBase = 0x1, HasCodec = 0x2, HasDuration = 0x8, HasSize = 0x10, BaseIsMoof = 0x20000;
        IsoBox header = traf.Need(file, "tfhd"u8);
        var fields = new NumberTable(file, header.Start, header.End);
        uint flags = fields.Next32() & 0xFF_FFFF;
        uint id = fields.Next32();
        long place = (flags & BaseIsMoof) != 0 ? moof.At : behind;
        place = (flags & HasBase) != 0 ? fields.Next64() : place;
        if ((flags & HasCodec) != 0)
        {
            fields.Next32();
        }

        Mp4Track? track = tracks.FirstOrDefault(one => one.Id == id);
        (long duration, long size) = defaults.GetValueOrDefault(id);
        duration = (flags & HasDuration) != 0 ? fields.Next32() : duration;
        size = (flags & HasSize) != 0 ? fields.Next32() : size;
        if (track is not null && traf.Find(file, "tfdt"u8) is { Type: not 0 } start)
        {
            bool isWide = file.ByteAt(start.Start) == 1;
            track.GoTo(isWide ? file.BigEndian64(start.Start + 4) : file.BigEndian32(start.Start + 4));
        }

        uint trun = IsoBox.TypeOf("trun"u8);
        long next = place;
        for (long at = traf.Start; IsoBox.TryNext(file, ref at, traf.End, out IsoBox box);)
        {
            if (box.Type == trun)
            {
                next = ReadRun(file, track, box, place, next, (duration, size));
            }
        }

        behind = next;
    }

    private static long ReadRun(
        HeaderReader file, Mp4Track? track, IsoBox box, long place, long next, (long Duration, long Size) defaults)
    {
        const uint HasOffset = 0x1, HasFirstFlags = 0x4, HasDuration = 0x100, HasSize = 0x200, HasFlags = 0x400,
            HasShift = 0x800;
        var table = new NumberTable(file, box.Start, box.End);
        uint flags = table.Next32() & 0xFF_FFFF;
        long count = table.Next32();
        next = (flags & HasOffset) != 0 ? place + (int)table.Next32() : next;
        if ((flags & HasFirstFlags) != 0)
        {
            table.Next32();
        }

        // Without per-sample fields, all samples are equal, and any number of them takes no space in the box.
        if ((flags & (HasDuration | HasSize | HasFlags | HasShift)) == 0)
        {
            track?.Add(file, next, count, defaults.Size, defaults.Duration, 0);
            return next + (count * defaults.Size);
        }

        for (long i = 0; i < count; i++)
        {
            long duration = (flags & HasDuration) != 0 ? table.Next32() : defaults.Duration;
            long size = (flags & HasSize) != 0 ? table.Next32() : defaults.Size;
            if ((flags & HasFlags) != 0)
            {
                table.Next32();
            }

            long shift = (flags & HasShift) != 0 ? (int)table.Next32() : 0;
            track?.Add(file, next, 1, size, duration, shift);
            next += size;
        }

        return next;
    }
}

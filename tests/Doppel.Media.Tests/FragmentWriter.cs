using static Doppel.Media.Tests.BoxBytes;

namespace Doppel.Media.Tests;

/// <summary>Writes tracks as fragments of MP4, in each of the ways that ISO/IEC 14496-12 allows.</summary>
internal sealed class FragmentWriter(Random random)
{
    // What the movie says of samples for which no fragment says anything.
    private const int Duration = 10;
    private const int Bytes = 20;

    private static readonly string[] s_kinds = ["vide", "soun", "sbtl", "meta"];

    private readonly List<byte> _file = [];

    /// <summary>Writes up to four tracks: pictures, sound, texts, and measurements, which are tags.</summary>
    /// <param name="tracks">The samples of each.</param>
    public byte[] Write(Sample[][] tracks)
    {
        _file.AddRange(Box("ftyp", "iso5"u8.ToArray(), U32(0)));
        _file.AddRange(Box(
            "moov", [
                Full("mvhd", 0, 0, U32(0), U32(0), U32(1000), new byte[84]),
                .. Enumerable.Range(0, tracks.Length).Select(Track),
                Box("mvex", [.. Enumerable.Range(0, tracks.Length).Select(static i =>
                    Full("trex", 0, 0, U32(i + 1), U32(1), U32(Duration), U32(Bytes), U32(0)))]),
            ]));
        int[] done = new int[tracks.Length];
        while (Enumerable.Range(0, tracks.Length).Any(i => done[i] < tracks[i].Length))
        {
            int[] counts = [.. tracks.Select((track, i) =>
                random.Next(3) == 0 ? 0 : random.Next(Math.Min(12, track.Length - done[i]) + 1))];

            // Places are written with the same length whatever they are: the first time to learn it.
            int seed = random.Next();
            int dataAt = _file.Count + Fragment(new Random(seed), tracks, done, counts, 0).Moof.Length + 8;
            (byte[] moof, byte[] data) = Fragment(new Random(seed), tracks, done, counts, dataAt);
            _file.AddRange(moof);
            _file.AddRange(Box("mdat", data));
            for (int i = 0; i < tracks.Length; i++)
            {
                done[i] += counts[i];
            }
        }

        return [.. _file];
    }

    private static byte[] Track(int number)
    {
        byte[] entry = number switch
        {
            0 => Box("mp4v", new byte[78]),
            1 => Box("sowt", new byte[28]),
            _ => Box("tx3g", new byte[30]),
        };
        byte[] tables = Box(
            "stbl", Full("stsd", 0, 0, U32(1), entry), Full("stts", 0, 0, U32(0)), Full("stsc", 0, 0, U32(0)),
            Full("stsz", 0, 0, U32(0), U32(0)), Full("stco", 0, 0, U32(0)));
        byte[] kind = [.. s_kinds[number].Select(static one => (byte)one)];
        return Box(
            "trak", Full("tkhd", 0, 3, U32(0), U32(0), U32(number + 1), new byte[68]),
            Box(
                "mdia", Full("mdhd", 0, 0, U32(0), U32(0), U32(1000), U32(0), U32(0)),
                Full("hdlr", 0, 0, U32(0), kind, new byte[13]), Box("minf", tables)));
    }

    private (byte[] Moof, byte[] Data) Fragment(
        Random chance, Sample[][] tracks, int[] done, int[] counts, int dataAt)
    {
        List<byte> data = [];
        List<byte[]> parts = [Full("mfhd", 0, 0, U32(chance.Next()))];
        long behind = _file.Count;
        foreach (int i in Enumerable.Range(0, tracks.Length).Where(i => counts[i] > 0).OrderBy(_ => chance.Next()))
        {
            long time = tracks[i].Take(done[i]).Sum(static one => one.Duration);
            parts.Add(Part(chance, i + 1, time, tracks[i][done[i]..(done[i] + counts[i])], dataAt, data, ref behind));
        }

        return (Box("moof", [.. parts]), [.. data]);
    }

    private byte[] Part(
        Random chance, int id, long time, Sample[] samples, int dataAt, List<byte> data, ref long behind)
    {
        (long duration, long bytes) = (Duration, Bytes);
        int flags = chance.Next(3) switch { 0 => 0, 1 => 1, _ => 0x20000 };
        long place = flags switch { 0 => behind, 1 => dataAt, _ => _file.Count };
        List<byte> header = [.. U32(id), .. flags == 1 ? U64(dataAt) : []];
        if (chance.Next(2) == 0)
        {
            duration = samples[0].Duration;
            flags |= 8;
            header.AddRange(U32(duration));
        }

        if (chance.Next(2) == 0)
        {
            bytes = samples[^1].Bytes.Length;
            flags |= 0x10;
            header.AddRange(U32(bytes));
        }

        List<byte[]> parts = [Full("tfhd", 0, flags, [.. header])];
        if (chance.Next(2) == 0)
        {
            bool isWide = chance.Next(2) == 0;
            parts.Add(Full("tfdt", isWide ? 1 : 0, 0, isWide ? U64(time) : U32(time)));
        }

        long next = place;
        for (int from = 0; from < samples.Length;)
        {
            int to = chance.Next(from + 1, samples.Length + 1);
            if (chance.Next(3) == 0)
            {
                data.AddRange(Noise(chance.Next(), 7));
            }

            long start = dataAt + data.Count;
            parts.Add(Run(chance, samples[from..to], start == next ? null : (int)(start - place), (duration, bytes)));
            data.AddRange(samples[from..to].SelectMany(static one => one.Bytes));
            next = dataAt + data.Count;
            from = to;
        }

        behind = next;
        return Box("traf", [.. parts]);
    }

    private static byte[] Run(Random chance, Sample[] samples, int? offset, (long Duration, long Bytes) defaults)
    {
        bool hasDurations = chance.Next(2) == 0 || samples.Any(one => one.Duration != defaults.Duration);
        bool hasBytes = chance.Next(2) == 0 || samples.Any(one => one.Bytes.Length != defaults.Bytes);
        bool hasShifts = chance.Next(2) == 0 || samples.Any(static one => one.Shift != 0);
        int kinds = chance.Next(3);
        int flags = Flag(offset is not null, 1) | Flag(kinds == 1, 4) | Flag(hasDurations, 0x100)
            | Flag(hasBytes, 0x200) | Flag(kinds == 2, 0x400) | Flag(hasShifts, 0x800);
        return Full(
            "trun", 1, flags, U32(samples.Length), offset is { } at ? U32(at) : [],
            kinds == 1 ? U32(chance.Next()) : [], [.. samples.SelectMany(one => (byte[])
            [
                .. hasDurations ? U32(one.Duration) : [], .. hasBytes ? U32(one.Bytes.Length) : [],
                .. kinds == 2 ? U32(chance.Next()) : [], .. hasShifts ? U32(one.Shift) : [],
            ])]);
    }

    private static int Flag(bool isSet, int flag) => isSet ? flag : 0;

    /// <summary>A sample.</summary>
    /// <param name="Bytes">Its bytes.</param>
    /// <param name="Duration">How long it lasts.</param>
    /// <param name="Shift">How much later it is shown than decoded.</param>
    internal sealed record Sample(byte[] Bytes, int Duration, int Shift);
}

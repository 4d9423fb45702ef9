namespace Doppel.Media.Tests;

/// <summary>Ogg: what tells how packets are decoded counts, also on pages whose checksums are right.</summary>
public sealed class OggKeyTests
{
    public static TheoryData<string> All { get; } = ["ogg", "opus", "spx", "oga", "ogv"];

    [Theory, MemberData(nameof(All))]
    public void Each_byte_of_a_header_that_is_no_tag_counts(string sample)
    {
        int seed = 930 + TestRun.SeedOffset;
        var random = new Random(seed);
        List<OggPacket> packets = OggPages.Read(Samples.Get(sample));
        string[] expected = Both(packets);
        List<(int Packet, int At)> firsts = [];
        List<(int Packet, int At)> setups = [];
        Dictionary<uint, int> seen = [];
        for (int i = 0; i < packets.Count; i++)
        {
            int index = seen.GetValueOrDefault(packets[i].Serial);
            seen[packets[i].Serial] = index + 1;
            IEnumerable<(int, int)> places = Enumerable.Range(0, packets[i].Bytes.Length).Select(at => (i, at));
            firsts.AddRange(places.Where(_ => index == 0));
            setups.AddRange(places.Where(_ => index == 2 && sample is ("ogg" or "ogv")));
        }

        // That of FLAC says how many blocks of tags follow, and begins a block whose kind and length are always the
        // same.
        firsts.RemoveAll(place => sample == "oga" && place.At is ((> 5 and < 9) or (> 12 and < 17)));
        (int Packet, int At)[] some = [.. setups];
        random.Shuffle(some);
        foreach ((int number, int at) in firsts.Concat(some.Take(TestRun.Count(100, int.MaxValue))))
        {
            List<OggPacket> others = [.. packets];
            byte[] bytes = [.. packets[number].Bytes];
            bytes[at] ^= (byte)(1 << random.Next(8));
            others[number] = packets[number] with { Bytes = bytes };
            string[] found = Both(others);
            Assert.True(
                expected[0] != found[0] && expected[1] != found[1],
                $"seed {seed}: byte {at} of packet {number} of {sample}");
        }
    }

    [Theory, MemberData(nameof(All)), InlineData("chained.ogg")]
    public void A_stream_without_its_end_is_another_one_by_the_strict_policy(string sample)
    {
        byte[] file = Samples.Get(sample);
        int ends = OggPages.Ends(file).Count();
        Assert.Equal(sample is "chained.ogg" or "ogv" ? 2 : 1, ends);
        string[] all = [Payload.Of(file), .. Enumerable.Range(0, ends).Select(i => Payload.Of(OggPages.Open(file, i)))];
        Assert.All(all, static one => Assert.StartsWith("Ogg", one, StringComparison.Ordinal));
        Assert.Equal(all.Length, all.Distinct().Count());
        Assert.All(Enumerable.Range(0, ends), i => Assert.Equal(
            Payload.Of(file, MediaPolicy.Loose), Payload.Of(OggPages.Open(file, i), MediaPolicy.Loose)));
    }

    private static string[] Both(List<OggPacket> packets)
    {
        byte[] file = OggPages.Write(packets, new Random(1));
        return [Payload.Of(file), Payload.Of(file, MediaPolicy.Loose)];
    }
}

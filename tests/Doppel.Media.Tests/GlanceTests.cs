using static Doppel.Media.Tests.IsoWriter;
using static Doppel.Media.Tests.MatroskaWriter;

namespace Doppel.Media.Tests;

/// <summary>What a glance reads, and that twins look alike at a glance.</summary>
public sealed class GlanceTests
{
    private const int GlanceReadMax = 64 * 1024;

    public static TheoryData<string> All => [.. Samples.Names];

    [Theory, MemberData(nameof(All))]
    public void A_glance_reads_at_most_64_KiB_and_maps_the_beginning(string sample)
    {
        byte[] content = Samples.Get(sample);
        var source = new MemorySource(content);
        MediaMap glance = new MediaMapper().Map(source, MediaPolicy.Strict, MapDepth.Glance).Map!;
        MediaMap whole = Payload.Map(content).Map!;
        Assert.True(source.BytesRead <= GlanceReadMax, $"{source.BytesRead} read");
        Assert.True(glance.IsWhole || glance.PayloadBytes >= MediaMap.GlanceBytes);
        Assert.True(!glance.IsWhole || (glance.Key == whole.Key && glance.PayloadBytes == whole.PayloadBytes));
    }

    [Fact]
    public void A_long_film_in_Matroska_is_mapped_with_16_bytes_a_packet_and_glanced_at_with_64_KiB()
    {
        const int Seconds = 7200, PicturesEach = 25;
        byte[] picture = new byte[40];
        byte[] sound = new byte[20];
        List<byte[]> clusters = [];
        for (int second = 0; second < Seconds; second++)
        {
            List<byte[]> blocks = [];
            for (int i = 0; i < PicturesEach; i++)
            {
                picture[9] = (byte)(i + second);
                blocks.Add(SimpleBlock(1, 40 * i, NoLace, picture));
                sound[7] = (byte)(second - i);
                blocks.Add(SimpleBlock(2, 40 * i, NoLace, sound));
            }

            clusters.Add(Cluster(1000 * second, [.. blocks]));
        }

        byte[] tracks = Tracks(Track(1, 1, "V_VP9"), Track(2, 2, "A_OPUS"));
        byte[] film = [.. Header(), .. Segment([Info(), tracks, .. clusters])];
        var source = new MemorySource(film);
        var mapper = new MediaMapper();
        MediaMap whole = mapper.Map(source, MediaPolicy.Strict).Map!;
        Assert.Equal(2 * Seconds * PicturesEach, whole.Extents.Count);

        // The heads of pictures are a key.
        Assert.Equal(Seconds * PicturesEach * (36 + 20), whole.PayloadBytes);
        var glanced = new MemorySource(film);
        MediaMap glance = mapper.Map(glanced, MediaPolicy.Strict, MapDepth.Glance).Map!;
        Assert.False(glance.IsWhole);
        Assert.True(glanced.BytesRead <= GlanceReadMax, $"{glanced.BytesRead} read");
    }

    [Fact]
    public void A_glance_at_a_film_with_long_tables_reads_at_most_64_KiB()
    {
        const int Count = 1_000_000;
        byte[] samples = new byte[Count];
        new Random(5).NextBytes(samples);
        byte[] sizes = IsoWriter.Box("stsz", Numbers(0, 0, Count), Numbers([.. Enumerable.Repeat(1L, Count)]));
        byte[] film = Film(samples, sizes, Count);
        var source = new MemorySource(film);
        MediaMap glance = new MediaMapper().Map(source, MediaPolicy.Strict, MapDepth.Glance).Map!;
        Assert.False(glance.IsWhole);
        Assert.Equal(MediaMap.GlanceBytes, glance.PayloadBytes);
        Assert.True(source.BytesRead <= GlanceReadMax, $"{source.BytesRead} read");
        Assert.Equal(Count, Payload.Map(film).Map!.PayloadBytes);

        // Tables that say the same in another way do not change it.
        byte[] other = Film(samples, IsoWriter.Box("stsz", Numbers(0, 1, Count)), Count);
        Assert.Equal(Beginning(film), Beginning(other));
        samples[4000] ^= 1;
        Assert.NotEqual(Beginning(film), Beginning(Film(samples, sizes, Count)));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Films_of_the_same_packets_are_twins_and_look_alike_at_a_glance_however_they_are_written(int seed)
    {
        for (int round = 0; round < TestRun.Count(40, 2000); round++)
        {
            int number = TestRun.SeedOffset + (1000 * seed) + round;
            var random = new Random(number);
            byte[] Packet() => MatroskaTests.Bytes(random.Next(), random.Next(1, random.Next(2) == 0 ? 40 : 1500));
            byte[][][] packets = new byte[random.Next(1, 5)][][];
            for (int i = 0; i < packets.Length; i++)
            {
                packets[i] = [.. Enumerable.Range(0, random.Next(1, 30)).Select(_ => Packet())];
            }

            int[] kinds = [.. packets.Select(_ => random.Next(1, 3))];
            byte[] one = Write(packets, kinds, new Random(number + 1));
            byte[] other = Write(packets, kinds, new Random(number + 2));
            foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
            {
                Assert.True(Payload.Of(one, policy) == Payload.Of(other, policy), $"seed {number}");
                Assert.True(Beginning(one, policy) == Beginning(other, policy), $"seed {number}");
            }

            byte[] changed = packets[random.Next(packets.Length)][0];
            changed[^1] ^= 1;
            Assert.True(Payload.Of(one) != Payload.Of(Write(packets, kinds, new Random(number + 2))), $"seed {number}");
        }
    }

    // One after the other of any track, in clusters of any length, some without an end, and anything in between.
    private static byte[] Write(byte[][][] packets, int[] kinds, Random random)
    {
        int[] numbers = [.. Enumerable.Range(1, packets.Length)];
        random.Shuffle(numbers);
        int[] next = new int[packets.Length];
        List<byte[]> clusters = [];
        while (next.Where((at, track) => at < packets[track].Length).Any())
        {
            int time = random.Next(500);
            List<byte[]> blocks = [];
            for (int i = random.Next(1, 12); i > 0; i--)
            {
                int track = random.Next(packets.Length);
                if (next[track] < packets[track].Length)
                {
                    byte[] packet = packets[track][next[track]];
                    byte[] block = Block(numbers[track], (20 * next[track]++) - time, NoLace, packet);
                    blocks.Add(random.Next(2) == 0 ? Element(0xA3, block) : Element(0xA0, Element(0xA1, block)));
                }

                if (random.Next(5) == 0)
                {
                    blocks.Add(Element(0xEC, new byte[random.Next(50)]));
                }
            }

            byte[] cluster = Cluster(time, [.. blocks]);
            clusters.Add(random.Next(3) == 0 ? Element(0x1F43B675, cluster[8..], 0) : cluster);
        }

        byte[][] tracks =
        [
            .. numbers.Select((number, track) => (number, track)).OrderBy(static one => one.number)
                .Select(one => Track(one.number, kinds[one.track], kinds[one.track] == 1 ? "V_VP9" : "A_AAC")),
        ];
        return [.. Header(), .. Segment([Info(), Tracks(tracks), .. clusters])];
    }

    private static string Beginning(byte[] content, MediaPolicy policy = MediaPolicy.Strict)
    {
        MediaMap map = new MediaMapper().Map(new MemorySource(content), policy, MapDepth.Glance).Map!;
        IEnumerable<byte> bytes = map.Extents.SelectMany(
            one => content.AsSpan((int)one.Offset, (int)one.Length).ToArray());
        return $"{map.Key} {map.IsWhole} {Convert.ToHexString([.. bytes])}";
    }
}

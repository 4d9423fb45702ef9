using System.Text;

namespace Doppel.Media.Tests;

/// <summary>Ogg: packets count and the pages do not, but for where sound begins and ends.</summary>
public sealed class OggTests
{
    public static TheoryData<string> All { get; } = ["ogg", "opus", "spx", "oga", "ogv", "short.ogg"];

    [Theory, MemberData(nameof(All))]
    public void Packets_on_other_pages_are_twins(string sample)
    {
        using var tree = new TempTree();
        byte[] original = Samples.Get(sample);
        List<OggPacket> packets = OggPages.Read(original);
        string expected = Payload.Of(original);
        string glance = Glance.Of(original);
        Assert.StartsWith("Ogg", expected, StringComparison.Ordinal);
        for (int i = 0; i < TestRun.Count(20, 2000); i++)
        {
            int seed = TestRun.SeedOffset + i;
            byte[] other = OggPages.Write(packets, new Random(seed));
            Assert.True(expected == Payload.Of(other), $"seed {seed}");
            Assert.True(glance == Glance.Of(other), $"seed {seed}");
            if (i < 3)
            {
                Assert.Equal(Judge.Packets(tree, original, sample), Judge.Packets(tree, other, sample));
            }
        }
    }

    [Theory, MemberData(nameof(All))]
    public void A_packet_that_differs_or_is_cut_elsewhere_makes_another_payload(string sample)
    {
        byte[] original = Samples.Get(sample);
        List<OggPacket> packets = OggPages.Read(original);
        string expected = Payload.Of(original);
        var random = new Random(TestRun.SeedOffset);
        for (int i = 0; i < TestRun.Count(20, 2000); i++)
        {
            int at = random.Next(packets.Count - 1);
            List<OggPacket> others = [.. packets];
            OggPacket one = others[at];
            OggPacket next = others[at + 1];
            if (one.Serial != next.Serial || one.Bytes.Length == 0 || IsTags(one) || IsTags(next))
            {
                continue;
            }

            others[at] = one with { Bytes = one.Bytes[..^1] };
            others[at + 1] = next with { Bytes = [one.Bytes[^1], .. next.Bytes] };
            Assert.NotEqual(expected, Payload.Of(OggPages.Write(others, new Random(i))));
            if (next.IsLast)
            {
                continue;
            }

            others = [.. packets];
            others.RemoveAt(at + 1);
            Assert.NotEqual(expected, Payload.Of(OggPages.Write(others, new Random(i))));
        }
    }

    [Theory]
    [InlineData("ogg")]
    [InlineData("opus")]
    [InlineData("spx")]
    [InlineData("oga")]
    public void The_end_of_the_last_packet_counts_under_the_strict_policy_only(string sample)
    {
        using var tree = new TempTree();
        byte[] original = Samples.Get(sample);
        List<OggPacket> packets = OggPages.Read(original);
        packets[^1] = packets[^1] with { Granule = packets[^1].Granule - 100 };
        byte[] shorter = OggPages.Write(packets, new Random(1));
        Assert.NotEqual(Payload.Of(original), Payload.Of(shorter));
        Assert.Equal(Payload.Of(original, MediaPolicy.Loose), Payload.Of(shorter, MediaPolicy.Loose));
        Assert.Equal(Judge.Packets(tree, original, sample), Judge.Packets(tree, shorter, sample));
        if (sample is "ogg" or "opus")
        {
            Assert.NotEqual(Judge.Samples(tree, original, sample), Judge.Samples(tree, shorter, sample));
        }
    }

    [Theory]
    [InlineData("libvorbis")]
    [InlineData("libopus")]
    [InlineData("libspeex")]
    [InlineData("flac")]
    public void The_start_of_the_first_packet_counts_under_the_strict_policy_only(string codec)
    {
        byte[] original = Noise(codec, "4");
        List<OggPacket> packets = OggPages.Read(original);
        Assert.True(packets.Count(static packet => packet.Granule > 0) > 1);
        for (int i = 0; i < packets.Count - 1; i++)
        {
            long granule = packets[i].Granule;
            packets[i] = packets[i] with { Granule = granule <= 0 ? granule : granule - 64 };
        }

        byte[] moved = OggPages.Write(packets, new Random(1));
        Assert.NotEqual(Payload.Of(original), Payload.Of(moved));
        Assert.Equal(Payload.Of(original, MediaPolicy.Loose), Payload.Of(moved, MediaPolicy.Loose));
    }

    [Fact]
    public void Comments_of_any_size_are_no_payload()
    {
        byte[] original = Samples.Get("opus");
        List<OggPacket> packets = OggPages.Read(original);
        string expected = Payload.Of(original);
        foreach (int bytes in (int[])[0, 1, 255 - 16, 254, 255, 70_000, 500_000])
        {
            packets[1] = packets[1] with { Bytes = [.. "OpusTags"u8, .. new byte[8], .. new byte[bytes]] };
            byte[] other = OggPages.Write(packets, new Random(bytes));
            Assert.Equal(expected, Payload.Of(other));
            Assert.Equal(Glance.Of(original), Glance.Of(other));
        }
    }

    [Fact]
    public void Each_link_of_a_chain_counts_and_its_comments_do_not()
    {
        byte[] one = Samples.Get("ogg");
        byte[] two = Samples.Get("opus");
        List<OggPacket> packets = OggPages.Read(two);
        packets[1] = packets[1] with { Bytes = [.. "OpusTags"u8, .. new byte[500]] };
        byte[] retagged = OggPages.Write(packets, new Random(5));
        string chain = Payload.Of([.. one, .. two]);
        Assert.Equal(chain, Payload.Of([.. one, .. retagged]));
        foreach (byte[] other in (byte[][])[one, two, [.. two, .. one], [.. one, .. one], [.. one, .. two, .. two]])
        {
            string payload = Payload.Of(other);
            Assert.StartsWith("Ogg", payload, StringComparison.Ordinal);
            Assert.NotEqual(chain, payload);
        }
    }

    [Fact]
    public void Streams_of_unknown_kinds_count_with_all_of_their_packets()
    {
        OggPacket head = new(1, [.. "something"u8], 0, false);
        OggPacket body = new(1, [.. "text"u8, .. new byte[1000]], 7, true);
        string expected = Payload.Of(OggPages.Write([head, body], new Random(1)));
        Assert.StartsWith("Ogg", expected, StringComparison.Ordinal);
        Assert.Equal(expected, Payload.Of(OggPages.Write([head, body], new Random(2))));
        Assert.NotEqual(expected, Payload.Of(OggPages.Write([head with { Bytes = [1] }, body], new Random(1))));
        Assert.NotEqual(expected, Payload.Of(OggPages.Write([head, body with { Bytes = [1] }], new Random(1))));
    }

    [Fact]
    public void Skeleton_describes_other_streams_and_does_not_count()
    {
        byte[] original = Samples.Get("ogv");
        List<OggPacket> packets = OggPages.Read(original);
        OggPacket[] skeleton =
        [
            new(99, [.. "fishead\0"u8, .. new byte[56]], 0, false),
            new(99, [.. "fisbone\0"u8, .. new byte[70]], 0, false),
            new(99, [], 0, true),
        ];
        byte[] with = OggPages.Write([.. skeleton, .. packets], new Random(3));
        Assert.Equal(Payload.Of(original), Payload.Of(with));
        Assert.Equal(Glance.Of(original), Glance.Of(with));
    }

    [Theory, MemberData(nameof(All)), InlineData("chained.ogg")]
    public void No_byte_of_any_page_can_differ_unnoticed(string sample)
    {
        byte[] original = Samples.Get(sample);
        string expected = Payload.Of(original);
        var random = new Random(TestRun.SeedOffset);
        int pages = 0;
        for (int at = 0; at < original.Length; pages++)
        {
            int segments = original[at + 26];
            int body = at + 27 + segments;
            int end = body + original.AsSpan(at + 27, segments).ToArray().Sum(static one => one);
            // Where a page is in the stream, its checksum and its number of segments; some of the packets, and of tags.
            IEnumerable<int> places = Enumerable.Range(at, 27)
                .Concat(Enumerable.Range(0, TestRun.Count(10, 200)).Select(_ => random.Next(at + 27, end)));
            foreach (int place in places)
            {
                byte[] damaged = [.. original];
                damaged[place] ^= (byte)random.Next(1, 256);
                Assert.True(expected != Payload.Of(damaged), $"byte {place - at} of page {pages}");
            }

            at = end;
        }

        Assert.True(pages > 2);
    }

    [Fact]
    public void Damaged_pages_are_not_comparable()
    {
        byte[] original = Samples.Get("ogg");
        List<OggPacket> packets = OggPages.Read(original);
        byte[] noise = OggPages.Page(12345, 7, 0, 5, [3], [1, 2, 3]);
        byte[] torn = OggPages.Page(12345, 0, 2, 0, [255], new byte[255]);
        int second = original.AsSpan(4).IndexOf("OggS"u8) + 4;
        Dictionary<string, byte[]> files = new()
        {
            ["a page of no stream"] = [.. original, .. noise],
            ["a packet without an end"] = torn,
            ["a page without its magic"] = [.. original[..second], .. "Oggs"u8, .. original[(second + 4)..]],
            ["cut within a page"] = original[..^1],
            ["headers alone"] = OggPages.Write(packets.Take(3), new Random(1)),
            ["a comment too few"] = OggPages.Write(packets.Where(static (_, i) => i != 1), new Random(1)),
            ["an opening page alone"] = original[..second],
        };
        foreach ((string name, byte[] file) in files)
        {
            string payload = Payload.Of(file);
            Assert.True(payload.StartsWith("not comparable: ", StringComparison.Ordinal), $"{name}: {payload}");
        }

        // What follows the last page of all streams is no page and no known tag.
        Assert.NotEqual(Payload.Of(original), Payload.Of([.. original, .. "more"u8]));
        byte[] tag = [.. "TAG"u8, .. Encoding.ASCII.GetBytes("Title".PadRight(125, '\0'))];
        Assert.Equal(Payload.Of(original), Payload.Of([.. original, .. tag]));
    }

    [Theory]
    [InlineData("libvorbis")]
    [InlineData("libopus")]
    [InlineData("flac")]
    public void A_glance_reads_both_ends_alone(string codec)
    {
        byte[] content = Noise(codec, "20");
        Assert.True(content.Length > 100_000);
        string glance = Glance.Of(content);
        List<OggPacket> packets = OggPages.Read(content);
        Assert.Equal(glance, Glance.Of(OggPages.Write(packets, new Random(1))));
        packets[^1] = packets[^1] with { Granule = packets[^1].Granule - 1 };
        Assert.Equal(codec == "flac", glance == Glance.Of(OggPages.Write(packets, new Random(1))));
    }

    private static byte[] Noise(string codec, string seconds)
    {
        Samples.Needs("ffmpeg", "ffmpeg");
        using var tree = new TempTree();
        string path = $"{tree.Folder}/noise.ogg";
        string[] words =
        [
            "-hide_banner", "-loglevel", "error", "-f", "lavfi",
            "-i", $"anoisesrc=duration={seconds}:sample_rate=48000", "-c:a", codec, path,
        ];
        Tool.Run("ffmpeg", [.. words.Select(static word => (ByteName)word)]).MustSucceed();
        return File.ReadAllBytes(path);
    }

    private static bool IsTags(OggPacket packet) =>
        packet.Bytes.AsSpan().StartsWith("OpusTags"u8) || packet.Bytes.AsSpan().StartsWith("\u0003vorbis"u8)
        || (packet.Bytes.Length > 7 && packet.Bytes[0] == 0x81 && packet.Bytes.AsSpan(1).StartsWith("theora"u8))
        || packet.Granule == 0;
}

namespace Doppel.Media.Tests;

/// <summary>Raw photos are what their sensor saw and how that is read; dcraw judges where it can.</summary>
public sealed class RawTests
{
    public static TheoryData<string> All => [.. RawSamples.Names];

    [Theory, MemberData(nameof(All))]
    public void Tags_previews_and_layout_mean_nothing(string name)
    {
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            string expected = Payload.Of(RawSamples.Make(name), policy);
            Assert.StartsWith(name == "raf" ? "Raf" : "Tiff", expected, StringComparison.Ordinal);
            for (int i = 0; i < TestRun.Count(30, 3000); i++)
            {
                int seed = TestRun.SeedOffset + i;
                byte[] other = RawSamples.Make(name, RawChange.Tags, new Random(seed));
                Assert.True(expected == Payload.Of(other, policy), $"seed {seed}");
            }
        }
    }

    [Theory, MemberData(nameof(All))]
    public void Another_sensor_or_another_way_to_read_it_is_another_photo(string name)
    {
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            string[] all =
            [
                Payload.Of(RawSamples.Make(name), policy), Payload.Of(RawSamples.Make(name, RawChange.Sensor), policy),
                Payload.Of(RawSamples.Make(name, RawChange.Decoding), policy),
            ];
            Assert.Equal(3, all.Distinct().Count());
        }
    }

    [Theory]
    [InlineData("dng")]
    [InlineData("rw2")]
    public void How_colors_are_meant_counts_by_the_strict_policy(string name)
    {
        byte[] plain = RawSamples.Make(name);
        byte[] other = RawSamples.Make(name, RawChange.Color);
        Assert.NotEqual(Payload.Of(plain), Payload.Of(other));
        Assert.Equal(Payload.Of(plain, MediaPolicy.Loose), Payload.Of(other, MediaPolicy.Loose));
    }

    [Theory, MemberData(nameof(All))]
    public void Files_rewritten_by_exiftool_are_twins(string name)
    {
        Samples.Needs("exiftool", "libimage-exiftool-perl");
        using var tree = new TempTree();
        byte[] before = RawSamples.Make(name);
        string expected = Payload.Of(before);
        tree.AddFile($"0.{name}", before);
        string[] steps =
        [
            "-Artist=Me -Orientation#=6 -XMP:Rating=3", "-IPTC:Keywords=a -GPSLatitude=48 -GPSLatitudeRef=N",
            "-Artist=Somebody_with_a_longer_name -DateTimeOriginal=2001:02:03_04:05:06", "-XMP:all= -GPS:all=",
        ];

        // Each step makes a file of the last one's, and one start does all: that takes longer than a step.
        List<string> words = [];
        for (int i = 0; i < steps.Length; i++)
        {
            words.AddRange(steps[i].Split(' ').Select(static word => word.Replace('_', ' ')));
            words.AddRange("-q", "-o", $"{tree.Folder}/{i + 1}.{name}", $"{tree.Folder}/{i}.{name}", "-execute");
        }

        Tool.Run("exiftool", [.. words[..^1].Select(static word => (ByteName)word)]).MustSucceed();
        for (int i = 0; i < steps.Length; i++)
        {
            byte[] now = File.ReadAllBytes($"{tree.Folder}/{i + 1}.{name}");
            Assert.False(now.AsSpan().SequenceEqual(before), $"{steps[i]} changed nothing");
            Assert.Equal(expected, Payload.Of(now));
            before = now;
        }
    }

    // It reads neither the tests' CR2, whose sensor is not compressed, nor such small RW2 and RAF; and it takes it for
    // granted that strips are neighbours.
    [Theory]
    [InlineData("dng")]
    [InlineData("nef")]
    [InlineData("arw")]
    [InlineData("orf")]
    [InlineData("pef")]
    [InlineData("srw")]
    public void Dcraw_agrees(string name)
    {
        Samples.Needs("dcraw", "dcraw");
        using var tree = new TempTree();
        byte[] expected = Decoded(tree, RawSamples.Make(name));
        Assert.True(expected.Length > 64 * 48 * 2, "dcraw reads the sample");
        Random? layout = name is "dng" or "orf" ? null : new Random(TestRun.SeedOffset);
        Assert.Equal(expected, Decoded(tree, RawSamples.Make(name, RawChange.Tags, layout)));
        Assert.NotEqual(expected, Decoded(tree, RawSamples.Make(name, RawChange.Sensor)));
    }

    [Fact]
    public void A_photo_with_a_wrong_location_is_not_comparable()
    {
        byte[] rw2 = RawSamples.Make("rw2");
        int entry = rw2.AsSpan().IndexOf((byte[])[0x18, 1, 4, 0, 1, 0, 0, 0]);
        rw2.AsSpan(entry + 8, 4).Fill(0xFE);
        Assert.Equal("not comparable: it does not tell where the photo is", Payload.Of(rw2));
        rw2.AsSpan(entry + 8, 4).Clear();
        Assert.Equal("not comparable: it does not tell where the photo is", Payload.Of(rw2));

        byte[] raf = RawSamples.Make("raf");
        raf[0x68] = 0x10;
        Assert.Equal("not comparable: part of it lies behind its end", Payload.Of(raf));
        raf.AsSpan(0x68, 4).Clear();
        Assert.Equal("not comparable: it has no photo", Payload.Of(raf));

        byte[] cr2 = RawSamples.Make("cr2");
        cr2[12] ^= 1;
        Assert.Equal("not comparable: it has no picture of full size", Payload.Of(cr2));
    }

    [Fact]
    public void Data_after_the_photo_counts_where_nothing_unknown_may_point_to_it()
    {
        Assert.NotEqual(Payload.Of(RawSamples.Make("raf")), Payload.Of([.. RawSamples.Make("raf"), 7]));
        Assert.NotEqual(Payload.Of(RawSamples.Make("rw2")), Payload.Of([.. RawSamples.Make("rw2"), 7]));
        Assert.NotEqual(Payload.Of(RawSamples.Make("dng")), Payload.Of([.. RawSamples.Make("dng"), 7]));
        Assert.Equal(Payload.Of(RawSamples.Make("orf")), Payload.Of([.. RawSamples.Make("orf"), 7]));
    }

    private static byte[] Decoded(TempTree tree, byte[] content)
    {
        string path = $"{tree.Folder}/judged.raw";
        File.WriteAllBytes(path, content);
        return Tool.Run("dcraw", "-D", "-4", "-t", "0", "-c", path).MustSucceed().Output;
    }
}

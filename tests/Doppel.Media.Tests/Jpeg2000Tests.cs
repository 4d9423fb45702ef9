using static Doppel.Media.Tests.BoxBytes;

namespace Doppel.Media.Tests;

/// <summary>JPEG 2000, bare and in boxes.</summary>
public sealed class Jpeg2000Tests
{
    private static byte[] Bare => Samples.Get("j2k");

    private static byte[] Size => Box("ihdr", U32(97), U32(161), U16(3), [7, 7, 0, 0]);

    private static byte[] Color => Box("colr", [1, 0, 0], U32(16));

    private static byte[] Picture => Whole([], Header(Size, Color), Box("jp2c", Bare), []);

    [Fact]
    public void Tags_around_the_picture_are_no_payload()
    {
        byte[] uuid = Box("uuid", Noise(1, 16), Noise(2, 40));
        byte[][] others =
        [
            Whole(Box("xml ", "<x/>"u8.ToArray()), Header(Size, Color), Box("jp2c", Bare), uuid),
            Whole(uuid, Header(Size, Color, Box("res ", Box("resc", new byte[10]))), Box("jp2c", Bare), []),
            Whole(Box("jp2i", [1]), Header(Size, Color), Box("jp2c", Bare), Box("uinf", Box("url ", [0]))),
            Whole(Box("free", [1]), Header(Size, Color), [0, 0, 0, 0, .. "jp2c"u8, .. Bare], []),
        ];
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            Assert.StartsWith("Jpeg2000", Payload.Of(Picture, policy), StringComparison.Ordinal);
            Assert.All(others, other => Assert.Equal(Payload.Of(Picture, policy), Payload.Of(other, policy)));
        }
    }

    [Fact]
    public void Display_information_counts_under_both_policies()
    {
        byte[][] others =
        [
            Bare,
            Whole([], Header(Size, Box("colr", [1, 0, 0], U32(18))), Box("jp2c", Bare), []),
            Whole([], Header(Size, Box("bpcc", [7, 7, 7]), Color), Box("jp2c", Bare), []),
            Whole([], Header(Size, Color, Box("cdef", U16(1), new byte[6])), Box("jp2c", Bare), []),
            Whole([], Header(Size, Color, Box("pclr", Noise(1, 30))), Box("jp2c", Bare), []),
            Whole([], Header(Size, Color, Box("cmap", Noise(1, 12))), Box("jp2c", Bare), []),
            Whole([], Header(Size, Color), Box("jp2c", Bare), Box("what", [1])),
            Whole([], Header(Size, Color), Box("jp2c", Bare), [1, 2, 3]),
            Whole([], Header(Size, Color), Box("jp2c", [.. Bare, 0]), []),
        ];
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            string[] all = [Payload.Of(Picture, policy), .. others.Select(other => Payload.Of(other, policy))];
            Assert.All(all, static one => Assert.StartsWith("Jpeg2000", one, StringComparison.Ordinal));
            Assert.Equal(all.Length, all.Distinct().Count());
        }
    }

    [Fact]
    public void A_profile_counts_by_the_strict_policy_only()
    {
        byte[] With(int seed) =>
            Whole([], Header(Size, Color, Box("colr", [2, 0, 0], Noise(seed, 5000))), Box("jp2c", Bare), []);
        Assert.NotEqual(Payload.Of(With(1)), Payload.Of(With(2)));
        Assert.NotEqual(Payload.Of(Picture), Payload.Of(With(1)));
        Assert.Equal(Payload.Of(Picture, MediaPolicy.Loose), Payload.Of(With(1), MediaPolicy.Loose));
    }

    [Fact]
    public void A_film_or_what_has_no_picture_is_not_comparable()
    {
        byte[][] all =
        [
            Whole([], Header(Size, Color), Box("moov", [1]), []),
            Whole([], Header(Size, Color), [], []),
            Whole([], [], Box("jp2c", Bare), []),
            Whole([], Header(Size, Color), Box("jp2c", Bare[4..]), []),
            Picture[..^1],
        ];
        Assert.All(all, static one => Assert.StartsWith("not comparable", Payload.Of(one), StringComparison.Ordinal));
    }

    [Fact]
    public void A_program_that_drops_what_channels_mean_makes_another_picture()
    {
        // Some versions of exiv2 write the header anew without what tells which channel is alpha.
        PictureSamples.Needs("exiv2");
        byte[] glass = Samples.Get("glass.jp2");
        Assert.True(glass.AsSpan().IndexOf("cdef"u8) > 0);
        using var tree = new TempTree();
        tree.AddFile("file.jp2", glass);
        Tool.Run("exiv2", "-Mset Iptc.Application2.Headline x", $"{tree.Folder}/file.jp2").MustSucceed();
        byte[] now = File.ReadAllBytes($"{tree.Folder}/file.jp2");
        bool isKept = now.AsSpan().IndexOf("cdef"u8) > 0;
        Assert.Equal(isKept, Payload.Of(glass) == Payload.Of(now));
    }

    private static byte[] Header(params byte[][] boxes) => Box("jp2h", boxes);

    private static byte[] Whole(byte[] before, byte[] header, byte[] stream, byte[] behind) =>
    [
        .. Box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]), .. Box("ftyp", "jp2 \0\0\0\0jp2 "u8.ToArray()), .. before, .. header,
        .. stream, .. behind,
    ];
}

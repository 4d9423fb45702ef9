using static Doppel.Media.Tests.BoxBytes;

namespace Doppel.Media.Tests;

/// <summary>JPEG XL, bare and in every kind of boxes.</summary>
public sealed class JpegXlTests
{
    private static readonly byte[] s_head =
    [
        .. Box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]), .. Box("ftyp", "jxl \0\0\0\0jxl "u8.ToArray()),
    ];

    private static byte[] Bare => Samples.Get("jxl");

    private static byte[] Boxed => Whole(Box("jxlc", Bare));

    [Fact]
    public void A_bare_stream_is_a_twin_of_the_same_in_boxes()
    {
        byte[][] others =
        [
            Boxed,
            Whole(Part(0, Bare[..100]), Part(1, Bare[100..100]), Part(0x8000_0002, Bare[100..])),
            Whole(Part(0x8000_0000, Bare)),
            Whole(Box("Exif", new byte[4], Noise(1, 90)), Box("jxlc", Bare), Box("xml ", "<x/>"u8.ToArray())),
            Whole(Part(0, Bare[..50]), Box("Exif", new byte[20]), Part(0x8000_0001, Bare[50..])),
            Whole(Box("jxll", [5]), Box("jxli", Noise(2, 9)), Box("jxlc", Bare), Box("free", new byte[77])),
            Whole(Box("brob", "Exif"u8.ToArray(), Noise(3, 60)), Box("jumb", Noise(4, 60)), Box("jxlc", Bare)),
        ];
        foreach (byte[] other in others)
        {
            foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
            {
                Assert.StartsWith("JpegXl", Payload.Of(other, policy), StringComparison.Ordinal);
                Assert.Equal(Payload.Of(Bare, policy), Payload.Of(other, policy));
            }
        }

        Assert.Equal(PictureJudge.Pixels(Bare, "jxl"), PictureJudge.Pixels(others[0], "jxl"));
        Assert.Equal(PictureJudge.Pixels(Bare, "jxl"), PictureJudge.Pixels(others[4], "jxl"));
    }

    [Fact]
    public void JPEG_reconstruction_data_and_gain_maps_count_under_the_strict_policy_only()
    {
        foreach (string type in (string[])["jbrd", "jhgm"])
        {
            byte[] other = Whole(Box(type, Noise(1, 80)), Box("jxlc", Bare));
            Assert.NotEqual(Payload.Of(Bare), Payload.Of(other));
            Assert.NotEqual(Payload.Of(Whole(Box(type, Noise(2, 80)), Box("jxlc", Bare))), Payload.Of(other));
            Assert.Equal(Payload.Of(Bare, MediaPolicy.Loose), Payload.Of(other, MediaPolicy.Loose));
        }
    }

    [Fact]
    public void Boxes_that_nobody_knows_count()
    {
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            Assert.NotEqual(Payload.Of(Bare, policy), Payload.Of(Whole(Box("jxlc", Bare), Box("what", [1])), policy));
        }
    }

    [Fact]
    public void Streams_that_are_not_whole_are_not_comparable()
    {
        byte[][] all =
        [
            Whole(Box("Exif", new byte[50])),
            Whole(Part(0, Bare)),
            Whole(Part(1, Bare[..100]), Part(0x8000_0000, Bare[100..])),
            Whole(Part(0, Bare[..100]), Part(0x8000_0002, Bare[100..])),
            Whole(Box("jxlc", Bare), Box("jxlc", Bare)),
            Whole(Part(0x8000_0000, Bare), Part(1, Bare)),
            Whole(Part(0, Bare[..9]), Box("jxlc", Bare)),
            Whole(Box("jxlp", [0, 0])),
            Whole(Box("jxlc", Bare[1..])),
            Boxed[..^1],
            [.. Boxed, 1, 2, 3],
        ];
        Assert.All(all, static one => Assert.StartsWith("not comparable", Payload.Of(one), StringComparison.Ordinal));
    }

    private static byte[] Whole(params byte[][] boxes) => [.. s_head, .. boxes.SelectMany(static one => one)];

    private static byte[] Part(uint number, byte[] stream) => Box("jxlp", U32(number), stream);
}

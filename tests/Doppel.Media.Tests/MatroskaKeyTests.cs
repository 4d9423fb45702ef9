using static Doppel.Media.Tests.MatroskaWriter;

namespace Doppel.Media.Tests;

/// <summary>Each property in a track of Matroska that decodes or shows it counts.</summary>
public sealed class MatroskaKeyTests
{
    // The ID of the element, its value, whether it counts by the strict policy only, and where it stands.
    public static TheoryData<uint, int, bool, string> Numbers { get; } = new()
    {
        { 0xB0, 100, false, "video" }, { 0xBA, 90, false, "video" }, { 0x53C0, 1, false, "video" },
        { 0x53B8, 1, true, "video" }, { 0x54B0, 50, true, "video" }, { 0x54BA, 50, true, "video" },
        { 0x54AA, 4, true, "video" }, { 0x54BB, 4, true, "video" }, { 0x54CC, 4, true, "video" },
        { 0x54DD, 4, true, "video" }, { 0x55B1, 1, true, "color" }, { 0x55B9, 1, true, "color" },
        { 0x55BA, 1, true, "color" }, { 0x55BB, 1, true, "color" }, { 0x55BC, 100, true, "color" },
        { 0x55BD, 100, true, "color" }, { 0x7671, 1, true, "projection" },
        { 0x9F, 2, false, "audio" }, { 0x6264, 16, false, "audio" }, { 0x56AA, 5, true, "track" },
        { 0x56BB, 5, true, "track" },
    };

    public static TheoryData<uint, bool, string> Points { get; } = new()
    {
        { 0xB5, false, "audio" }, { 0x78B5, true, "audio" }, { 0x23314F, true, "track" },
        { 0x7673, true, "projection" }, { 0x7674, true, "projection" }, { 0x7675, true, "projection" },
        { 0x55D1, true, "mastering" }, { 0x55D2, true, "mastering" }, { 0x55D3, true, "mastering" },
        { 0x55D4, true, "mastering" }, { 0x55D5, true, "mastering" }, { 0x55D6, true, "mastering" },
        { 0x55D7, true, "mastering" }, { 0x55D8, true, "mastering" }, { 0x55D9, true, "mastering" },
        { 0x55DA, true, "mastering" },
    };

    [Theory, MemberData(nameof(Numbers))]
    public void A_number_counts(uint id, int value, bool isStrictOnly, string place) => Check(
        [Film(place, []), Film(place, Unsigned(id, value)), Film(place, Unsigned(id, value + 2))], isStrictOnly);

    [Theory, MemberData(nameof(Points))]
    public void A_number_with_a_fraction_counts(uint id, bool isStrictOnly, string place) => Check(
        [Film(place, []), Film(place, Float(id, 0.5)), Film(place, Float(id, 0.25))], isStrictOnly);

    [Theory]
    [InlineData(0x63A2, false, "track")]
    [InlineData(0x2EB524, false, "video")]
    [InlineData(0xE2, true, "track")]
    [InlineData(0x7672, true, "projection")]
    public void Bytes_count(uint id, bool isStrictOnly, string place) => Check(
        [Film(place, Element(id, "ABCD"u8.ToArray())), Film(place, Element(id, "ABCE"u8.ToArray()))], isStrictOnly);

    [Fact]
    public void Kinds_of_tracks_of_additions_and_of_invisible_packets_count()
    {
        byte[] Of(int kind, params byte[][] more) => Whole(
            Track(1, kind, "V_VP8", more), Cluster(0, SimpleBlock(1, 0, NoLace, Bytes(1, 300))));
        Check([Of(1), Of(3), Of(0x21)], isStrictOnly: false);
        byte[] Mapped(int value, int type, byte[] data) => Of(1, Element(
            0x41E4, Unsigned(0x41F0, value), Unsigned(0x41E7, type), Element(0x41ED, data)));
        Check([Of(1), Mapped(4, 5, [6]), Mapped(5, 5, [6]), Mapped(4, 6, [6]), Mapped(4, 5, [7])], isStrictOnly: true);
        byte[] Added(int id, params byte[] data) => Whole(Track(1, 1, "V_VP8"), Cluster(0, Element(
            0xA0, Element(0xA1, Block(1, 0, NoLace, Bytes(1, 300))),
            Element(0x75A1, Element(0xA6, Unsigned(0xEE, id), Element(0xA5, data))))));
        Check([Added(1, 2), Added(2, 2), Added(1, 3), Added(1, 2, 2)], isStrictOnly: false);
        byte[] invisible = Block(1, 0, NoLace, Bytes(1, 300));
        const int FlagsAt = 3;
        invisible[FlagsAt] |= 8;
        Check([Of(1), Whole(Track(1, 1, "V_VP8"), Cluster(0, Element(0xA3, invisible)))], isStrictOnly: true);
    }

    [Fact]
    public void Each_header_of_Vorbis_but_its_comments_and_the_header_of_FLAC_count()
    {
        byte[] Vorbis(byte first, byte last) => Sound("A_VORBIS", Element(
            0x63A2, [2, 30, 40, first, .. Bytes(1, 29), .. Bytes(3, 40), .. Bytes(2, 399), last]));
        Check([Vorbis(1, 1), Vorbis(2, 1), Vorbis(1, 2)], isStrictOnly: false);
        byte[] Flac(byte last) => Sound("A_FLAC", Element(
            0x63A2, [.. "fLaC"u8, 0x80, 0, 0, 34, .. Bytes(1, 33), last]));
        Check([Flac(1), Flac(2)], isStrictOnly: false);
    }

    [Fact]
    public void Properties_that_packets_repeat_do_not_count()
    {
        byte[] Opus(double rate) => Sound("A_OPUS", Element(0xE1, Float(0xB5, rate)), Element(0x63A2, Bytes(4, 19)));
        byte[] Vp9(params byte[][] more) => Picture("V_VP9", [.. Unsigned(0xB0, 160), .. Unsigned(0xBA, 96)], more);
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            Assert.Equal(Payload.Of(Opus(48_000), policy), Payload.Of(Opus(16_000), policy));
            Assert.Equal(Payload.Of(Vp9(), policy), Payload.Of(Vp9(Element(0x63A2, Bytes(5, 9))), policy));
        }
    }

    private static void Check(byte[][] files, bool isStrictOnly)
    {
        string[] strict = [.. files.Select(static file => Payload.Of(file))];
        string[] loose = [.. files.Select(static file => Payload.Of(file, MediaPolicy.Loose))];
        Assert.All(strict, static one => Assert.StartsWith("Matroska", one, StringComparison.Ordinal));
        Assert.Equal(files.Length, strict.Distinct().Count());
        Assert.Equal(isStrictOnly ? 1 : files.Length, loose.Distinct().Count());
    }

    private static byte[] Film(string place, byte[] property)
    {
        byte[] size = [.. Unsigned(0xB0, 160), .. Unsigned(0xBA, 96)];
        return place switch
        {
            "audio" => Sound("A_PCM/INT/LIT", Element(0xE1, property)),
            "track" => Picture("V_VP8", size, property),
            "video" => Picture("V_VP8", [.. property, .. size]),
            "color" => Picture("V_VP8", [.. size, .. Element(0x55B0, property)]),
            "mastering" => Picture("V_VP8", [.. size, .. Element(0x55B0, Element(0x55D0, property))]),
            _ => Picture("V_VP8", [.. size, .. Element(0x7670, property)]),
        };
    }

    private static byte[] Picture(string codec, byte[] video, params byte[][] more) => Whole(
        Track(1, 1, codec, [Element(0xE0, video), .. more]), Cluster(0, SimpleBlock(1, 0, NoLace, Bytes(1, 300))));

    private static byte[] Sound(string codec, params byte[][] more) => Whole(
        Track(2, 2, codec, more), Cluster(0, SimpleBlock(2, 0, NoLace, Bytes(1, 300))));

    private static byte[] Whole(byte[] track, byte[] cluster) =>
        [.. Header(), .. Segment(Info(), Tracks(track), cluster)];

    private static byte[] Bytes(int seed, int count)
    {
        byte[] bytes = new byte[count];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }
}

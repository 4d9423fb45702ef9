using static Doppel.Media.Tests.MatroskaWriter;

namespace Doppel.Media.Tests;

/// <summary>Matroska written in different ways, and damaged.</summary>
public sealed class MatroskaTests
{
    private static readonly byte[] s_sound = Track(2, 2, "A_VORBIS", Element(0xE1, Float(0xB5, 44100)));

    private static readonly byte[] s_picture = Track(
        1, 1, "V_VP8", Element(0xE0, Unsigned(0xB0, 160), Unsigned(0xBA, 90)));

    private static readonly byte[][] s_packets = [Bytes(1, 300), Bytes(2, 300), Bytes(3, 300), Bytes(4, 300)];

    private static string Plain => Payload.Of(Film());

    private static string LoosePlain => Payload.Of(Film(), MediaPolicy.Loose);

    [Fact]
    public void Every_kind_of_lace_holds_the_same_packets()
    {
        string[] laces =
        [
            .. new[] { Xiph, Fixed, Ebml }.Select(lacing => Payload.Of(
                File(s_sound, Cluster(0, SimpleBlock(2, 0, lacing, s_packets))))),
        ];
        Assert.Single(laces.Distinct());

        // Only the first of a lace has a time of its own.
        byte[][] single = [.. s_packets.Select(static (packet, i) => SimpleBlock(2, 10 * i, NoLace, packet))];
        byte[] alone = File(s_sound, Cluster(0, single));
        Assert.NotEqual(laces[0], Payload.Of(alone));
        Assert.Equal(
            Payload.Of(File(s_sound, Cluster(0, SimpleBlock(2, 0, Ebml, s_packets))), MediaPolicy.Loose),
            Payload.Of(alone, MediaPolicy.Loose));
    }

    [Fact]
    public void Laces_of_packets_that_differ_in_length_are_taken_apart()
    {
        byte[][] packets = [Bytes(1, 700), Bytes(2, 0), Bytes(3, 255), Bytes(4, 1), Bytes(5, 510), Bytes(6, 33)];
        string xiph = Payload.Of(File(s_sound, Cluster(0, SimpleBlock(2, 0, Xiph, packets))));
        Assert.Equal(xiph, Payload.Of(File(s_sound, Cluster(0, SimpleBlock(2, 0, Ebml, packets)))));
        packets[4] = Bytes(5, 509);
        packets[5] = Bytes(6, 34);
        Assert.NotEqual(xiph, Payload.Of(File(s_sound, Cluster(0, SimpleBlock(2, 0, Ebml, packets)))));
    }

    [Fact]
    public void How_packets_lie_in_clusters_is_no_payload()
    {
        byte[][] blocks = Blocks(0);
        Assert.Equal(Plain, Payload.Of(File(Both(), Cluster(0, blocks[0]), Cluster(0, blocks[1..]))));
        Assert.Equal(Plain, Payload.Of(File(Both(), Cluster(5, Blocks(-5)))));
        Assert.Equal(Plain, Payload.Of(File(Both(), Cluster(0, [.. blocks.Where(IsOf(1)), .. blocks.Where(IsOf(2))]))));
        Assert.NotEqual(Plain, Payload.Of(File(Both(), Cluster(5, blocks))));
        Assert.Equal(LoosePlain, Payload.Of(File(Both(), Cluster(5, blocks)), MediaPolicy.Loose));
    }

    [Fact]
    public void Clusters_and_segments_need_not_say_where_they_end()
    {
        byte[] Endless(uint id, byte[] whole) => Element(id, whole[8..], 0);
        byte[][] blocks = Blocks(0);
        byte[] first = Endless(0x1F43B675, Cluster(0, blocks[0]));
        byte[] second = Endless(0x1F43B675, Cluster(0, blocks[1..]));
        byte[] cues = Element(0x1C53BB6B, Bytes(1, 50));
        byte[] segment = Endless(0x18538067, Segment(Info(), Tracks(Both()), first, second, cues));
        Assert.Equal(Plain, Payload.Of([.. Header(), .. segment]));

        // Another film behind it begins with a header of its own.
        byte[] two = [.. Header(), .. segment, .. Film()];
        Assert.NotEqual(Plain, Payload.Of(two));
        two[^1] ^= 1;
        Assert.NotEqual(Payload.Of([.. Header(), .. segment, .. Film()]), Payload.Of(two));
    }

    [Fact]
    public void Numbers_and_order_of_tracks_are_no_payload()
    {
        byte[] sound = Track(1, 2, "A_VORBIS", Element(0xE1, Float(0xB5, 44100, isShort: true)));
        byte[] picture = Track(7, 1, "V_VP8", Element(0xE0, Unsigned(0xBA, 90), Unsigned(0xB0, 160)));
        byte[][] blocks =
        [
            SimpleBlock(7, 0, NoLace, s_packets[0]), SimpleBlock(1, 0, NoLace, s_packets[1]),
            SimpleBlock(7, 40, NoLace, s_packets[2]), SimpleBlock(1, 20, NoLace, s_packets[3]),
        ];
        Assert.Equal(Plain, Payload.Of(File([sound, picture], Cluster(0, blocks))));

        // Two of one kind are told apart by their packets.
        byte[][] voices = [Track(1, 2, "A_AAC"), Track(2, 2, "A_AAC")];
        byte[] one = SimpleBlock(1, 0, NoLace, Bytes(9, 100));
        byte[] other = SimpleBlock(2, 0, NoLace, Bytes(8, 101));
        byte[] swappedOne = SimpleBlock(2, 0, NoLace, Bytes(9, 100));
        byte[] swappedOther = SimpleBlock(1, 0, NoLace, Bytes(8, 101));
        Assert.Equal(
            Payload.Of(File(voices, Cluster(0, one, other))),
            Payload.Of(File(voices, Cluster(0, swappedOther, swappedOne))));
    }

    [Fact]
    public void Times_count_whatever_their_unit()
    {
        byte[] finer = [.. Header(), .. Segment(Info(500_000), Tracks(Both()), Cluster(0, Blocks(0, 2)))];
        Assert.Equal(Plain, Payload.Of(finer));
        byte[] slower = [.. Header(), .. Segment(Info(2_000_000), Tracks(Both()), Cluster(0, Blocks(0)))];
        Assert.NotEqual(Plain, Payload.Of(slower));
        Assert.Equal(LoosePlain, Payload.Of(slower, MediaPolicy.Loose));
    }

    [Theory]
    [InlineData(0xECu)]
    [InlineData(0xBFu)]
    [InlineData(0x114D9B74u)]
    [InlineData(0x1254C367u)]
    [InlineData(0x1043A770u)]
    [InlineData(0x1941A469u)]
    [InlineData(0x1C53BB6Bu)]
    public void Metadata_outside_the_tracks_is_not_payload(uint id)
    {
        byte[] more = Element(id, Bytes(3, 90));
        byte[] segment = Segment(more, Info(), Tracks(Both()), more, Cluster(0, Blocks(0)), more);
        Assert.Equal(Plain, Payload.Of([.. Header(), .. segment]));
        if (id is 0xEC or 0xBF)
        {
            byte[] filled = Cluster(0, [more, .. Blocks(0), more]);
            Assert.Equal(Plain, Payload.Of([.. File(Both(), filled), .. more]));
        }
    }

    [Fact]
    public void Names_languages_and_flags_of_tracks_are_no_payload()
    {
        byte[][] remarks =
        [
            Unsigned(0x73C5, 12345), Text(0x536E, "Commentary"), Text(0x22B59C, "ger"), Unsigned(0x88, 0),
            Unsigned(0x55AA, 1), Unsigned(0x23E383, 40_000_000), Text(0x258688, "VP8"), Unsigned(0x9C, 0),
        ];
        byte[] picture = Track(
            1, 1, "V_VP8", [Element(0xE0, Unsigned(0xB0, 160), Unsigned(0xBA, 90), Unsigned(0x9A, 2)), .. remarks]);
        Assert.Equal(Plain, Payload.Of(File([picture, s_sound], Cluster(0, Blocks(0)))));
    }

    public static TheoryData<string, bool> Setups { get; } = new()
    {
        { "width", true }, { "codec", true }, { "private", true }, { "encoding", true }, { "shape", false },
        { "crop", false }, { "color", false }, { "delay", false }, { "stereo", false }, { "turn", false },
    };

    [Theory, MemberData(nameof(Setups))]
    public void How_a_track_is_decoded_counts_and_how_it_is_shown_by_the_strict_policy(string what, bool isDecoding)
    {
        byte[] size = [.. Unsigned(0xB0, what == "width" ? 161 : 160), .. Unsigned(0xBA, 90)];
        byte[] more = what switch
        {
            "shape" => [.. Unsigned(0x54B0, 4), .. Unsigned(0x54BA, 3), .. Unsigned(0x54B2, 3)],
            "crop" => Unsigned(0x54AA, 2),
            "color" => Element(0x55B0, Unsigned(0x55B1, 9)),
            "stereo" => Unsigned(0x53B8, 1),
            "turn" => Element(0x7670, Float(0x7675, 90)),
            _ => [],
        };
        byte[] beside = what switch
        {
            "private" => Element(0x63A2, Bytes(1, 20)),
            "delay" => Unsigned(0x56AA, 6_500_000),
            "encoding" => Encodings(0, []),
            _ => [],
        };
        byte[] picture = Track(1, 1, what == "codec" ? "V_VP9" : "V_VP8", Element(0xE0, size, more), beside);
        byte[] film = File([picture, s_sound], Cluster(0, Blocks(0)));
        Assert.NotEqual(Plain, Payload.Of(film));
        Assert.Equal(!isDecoding, Payload.Of(film, MediaPolicy.Loose) == LoosePlain);
    }

    [Fact]
    public void A_shape_that_is_that_of_the_pixels_says_nothing()
    {
        (long Width, long Height, long Unit)[] shapes = [(160, 90, 0), (16, 9, 3), (320, 180, 0), (0, 0, 4)];
        foreach ((long width, long height, long unit) in shapes)
        {
            byte[] picture = Track(1, 1, "V_VP8", Element(
                0xE0, Unsigned(0xB0, 160), Unsigned(0xBA, 90), Unsigned(0x54B0, width), Unsigned(0x54BA, height),
                Unsigned(0x54B2, unit)));
            Assert.Equal(Plain, Payload.Of(File([picture, s_sound], Cluster(0, Blocks(0)))));
        }
    }

    [Fact]
    public void Stripped_packet_headers_are_restored()
    {
        byte[][] packets =
            [.. Enumerable.Range(0, 9).Select(static i => (byte[])[0, 0, 1, (byte)i, .. Bytes(i, 200 + i)])];
        byte[] whole = File(
            Track(1, 1, "V_MPEG4/ISO/ASP"),
            Cluster(0, [.. packets.Select(static (packet, i) => SimpleBlock(1, i, NoLace, packet))]));
        for (int bytes = 0; bytes <= 4; bytes++)
        {
            // The fourth byte differs from packet to packet; so taken away it would be another film.
            byte[] head = bytes == 4 ? [0, 0, 1, 9] : packets[0][..bytes];
            byte[] stripped = File(
                Track(1, 1, "V_MPEG4/ISO/ASP", Encodings(3, head)),
                Cluster(0, [.. packets.Select((packet, i) => SimpleBlock(1, i, NoLace, packet[bytes..]))]));
            Assert.Equal(bytes < 4, Payload.Of(whole) == Payload.Of(stripped));
            Assert.Equal(bytes < 4, Payload.Of(whole, MediaPolicy.Loose) == Payload.Of(stripped, MediaPolicy.Loose));
        }
    }

    [Fact]
    public void Block_metadata_counts()
    {
        byte[] Film(params byte[][] more) => File(s_sound, Cluster(0, Element(
            0xA0, [Element(0xA1, Block(2, 0, NoLace, s_packets[0])), .. more])));
        string alone = Payload.Of(Film());
        Assert.Equal(alone, Payload.Of(File(s_sound, Cluster(0, SimpleBlock(2, 0, NoLace, s_packets[0])))));
        Assert.Equal(alone, Payload.Of(Film(Unsigned(0x9B, 20), Unsigned(0xFB, 1))));
        Assert.NotEqual(alone, Payload.Of(Film(Unsigned(0x75A2, 13_500_000))));
        byte[] Added(byte first) => Film(
            Element(0x75A1, Element(0xA6, Unsigned(0xEE, 1), Element(0xA5, [first, 2, 3]))));
        Assert.NotEqual(alone, Payload.Of(Added(1)));
        Assert.NotEqual(Payload.Of(Added(1)), Payload.Of(Added(2)));
    }

    [Fact]
    public void Unknown_elements_parts_of_chapters_and_tags_within_tags_are_shown()
    {
        byte[] blocks = Cluster(0, Blocks(0));
        byte[] Film(byte[] info, byte[] track, params byte[][] more) =>
            [.. Header(), .. Segment([Element(0x1549A966, info), Tracks(track, s_sound), .. more, blocks])];
        byte[] Picture(params byte[][] more) => Track(
            1, 1, "V_VP8", [Element(0xE0, Unsigned(0xB0, 160), Unsigned(0xBA, 90)), .. more]);
        byte[] Chapters(params byte[][] more) => Element(0x1043A770, Element(0x45B9, more));
        byte[] Simple(string name, params byte[][] more) => Element(
            0x67C8, [Text(0x45A3, name), Text(0x4487, "x"), .. more]);
        byte[] first = Element(0xB6, Unsigned(0x91, 5_000_000), Element(0x80, Text(0x85, "One")));
        byte[] scale = Unsigned(0x2AD7B1, 1_000_000);
        byte[][] films =
        [
            Film(scale, Picture()),
            Film(scale, Picture(), Element(0x4DFF, Bytes(1, 30))),
            Film(scale, Picture(), Element(0x4DFF, Bytes(2, 30))),
            Film([.. scale, .. Element(0x3EB923, Bytes(3, 16))], Picture()),
            Film(scale, Picture(Element(0x4DFF, Bytes(4, 30)))),
            Film(scale, Picture(Text(0x258688, "A codec"))),
            Film(scale, Picture(), Chapters(first)),
            Film(scale, Picture(), Chapters(Element(0xB6, Unsigned(0x91, 5_000_000), first))),
            Film(scale, Picture(), Chapters(Unsigned(0x45DD, 1), first)),
            Film(scale, Picture(), Chapters(Element(0xB6, Unsigned(0x91, 5_000_000), Element(0x80, Text(0x85, "One")),
                Element(0x80, Text(0x85, "Eins"))))),
            Film(scale, Picture(), Chapters(Element(0xB6, Unsigned(0x91, 5_000_000), Element(0x80, Text(0x85, "One")),
                Element(0x6944, Bytes(5, 30))))),
            Film(scale, Picture(), Element(0x1254C367, Element(0x7373, Simple("A")))),
            Film(scale, Picture(), Element(0x1254C367, Element(0x7373, Simple("A", Simple("B"))))),
            Film(scale, Picture(), Element(
                0x1254C367, Element(0x7373, Element(0x63C0, Unsigned(0x63C4, 5)), Simple("A")))),
        ];
        Assert.Single(films.Select(static film => Payload.Of(film)).Distinct());
        string[] shown =
        [
            .. films.Select(static film => string.Join('\n', new MediaMapper().ReadTags(new MemorySource(film)).All)),
        ];
        Assert.Equal(shown.Length, shown.Distinct().Count());
    }

    [Fact]
    public void Tracks_of_every_kind_count()
    {
        foreach (int kind in (int[])[3, 0x10, 0x11, 0x12, 0x20, 0x21])
        {
            string Of(int seed) => Payload.Of(File(
                [s_sound, Track(5, kind, "D_WEBVTT/METADATA")],
                Cluster(0, SimpleBlock(2, 0, NoLace, s_packets[0]), SimpleBlock(5, 0, NoLace, Bytes(seed, 20)))));
            Assert.Equal(Of(1), Of(1));
            Assert.NotEqual(Of(1), Of(2));
        }
    }

    [Fact]
    public void How_long_a_text_is_shown_counts_by_both_policies()
    {
        byte[] Film(int time, int duration) => File(Track(3, 0x11, "S_TEXT/UTF8"), Cluster(0, Element(
            0xA0, Element(0xA1, Block(3, time, NoLace, "Hello"u8.ToArray())), Unsigned(0x9B, duration))));
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            Assert.Equal(Payload.Of(Film(5, 900), policy), Payload.Of(Film(5, 900), policy));
            Assert.NotEqual(Payload.Of(Film(5, 900), policy), Payload.Of(Film(5, 901), policy));
            Assert.NotEqual(Payload.Of(Film(5, 900), policy), Payload.Of(Film(6, 900), policy));
        }
    }

    [Fact]
    public void Tags_in_codec_private_data_do_not_count()
    {
        byte[] Vorbis(byte[] comment) => Element(
            0x63A2, [2, 30, (byte)comment.Length, .. Bytes(1, 30), .. comment, .. Bytes(2, 400)]);
        byte[] Film(byte[] comment) => File(
            Track(2, 2, "A_VORBIS", Vorbis(comment)), Cluster(0, SimpleBlock(2, 0, NoLace, s_packets[0])));
        Assert.Equal(Payload.Of(Film(Bytes(7, 40))), Payload.Of(Film(Bytes(8, 90))));
        byte[] Flac(byte[] more) => File(
            Track(2, 2, "A_FLAC", Element(0x63A2, [.. "fLaC"u8, 0, 0, 0, 34, .. Bytes(1, 34), .. more])),
            Cluster(0, SimpleBlock(2, 0, NoLace, s_packets[0])));
        Assert.Equal(Payload.Of(Flac([])), Payload.Of(Flac(Bytes(3, 60))));
    }

    public static TheoryData<string> Damages { get; } =
    [
        "lace too long", "lace without sizes", "track unknown", "block too short", "no time", "two of one number",
        "no tracks", "tracks too late", "encrypted", "cluster too long", "no packets", "no codec",
        "group without block", "segment too long", "lace uneven", "number too long", "other unit later",
    ];

    [Theory, MemberData(nameof(Damages))]
    public void Damaged_files_are_not_comparable(string what)
    {
        byte[] good = SimpleBlock(2, 0, NoLace, s_packets[0]);
        byte[] Of(params byte[][] blocks) => File(s_sound, Cluster(0, [.. blocks, good]));
        byte[] cluster = Cluster(0, good);
        byte[] file = what switch
        {
            "lace too long" => Of(Element(0xA3, [0x82, 0, 0, 2, 1, 255, 255, 0, 1, 2, 3])),
            "lace without sizes" => Of(Element(0xA3, [0x82, 0, 0, 6, 9])),
            "lace uneven" => Of(Element(0xA3, [0x82, 0, 0, 4, 1, 1, 2, 3])),
            "track unknown" => Of(SimpleBlock(9, 0, NoLace, s_packets[0])),
            "block too short" => Of(Element(0xA3, [0x82, 0])),
            "no time" => File(s_sound, Element(0x1F43B675, good)),
            "two of one number" => File([s_sound, s_sound], cluster),
            "no tracks" => [.. Header(), .. Segment(Info(), cluster)],
            "tracks too late" => [.. Header(), .. Segment(Info(), cluster, Tracks(s_sound))],
            "encrypted" => Of(Element(0xAF, Bytes(1, 50))),
            "cluster too long" =>
                [.. Header(), .. Segment(Info(), Tracks(s_sound), [.. cluster[..6], 9, 9, .. cluster[8..]])],
            "no packets" => File(s_sound),
            "no codec" => File(Element(0xAE, Unsigned(0xD7, 2), Unsigned(0x83, 2)), cluster),
            "group without block" => Of(Element(0xA0, Unsigned(0x9B, 3))),
            "segment too long" => File(s_sound, cluster)[..^1],
            "number too long" => Of(Element(
                0xA0, Element(0xA1, Block(2, 0, 0, s_packets[0])), Element(0x9B, Bytes(1, 9)))),
            _ => [.. Header(), .. Segment(Info(), Tracks(s_sound), cluster, Info(7))],
        };
        Assert.StartsWith("not comparable: ", Payload.Of(file), StringComparison.Ordinal);
    }

    [Fact]
    public void Other_documents_of_the_same_language_are_none()
    {
        byte[] film = Film();
        Assert.StartsWith("Matroska", Plain, StringComparison.Ordinal);
        Assert.Equal("no media", Payload.Of([.. Header("recipes"), .. film[Header().Length..]]));
        Assert.Equal(Plain, Payload.Of([.. Header("webm"), .. film[Header().Length..]]));
        Assert.NotEqual(Plain, Payload.Of([.. film, .. "unknown"u8]));
    }

    internal static byte[] Bytes(int seed, int count)
    {
        byte[] bytes = new byte[count];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    private static byte[] Film() => File(Both(), Cluster(0, Blocks(0)));

    private static byte[][] Both() => [s_picture, s_sound];

    private static byte[][] Blocks(int shift, int unit = 1) =>
    [
        SimpleBlock(1, shift, NoLace, s_packets[0]), SimpleBlock(2, shift, NoLace, s_packets[1]),
        SimpleBlock(2, (20 * unit) + shift, NoLace, s_packets[3]),
        SimpleBlock(1, (40 * unit) + shift, NoLace, s_packets[2]),
    ];

    // A block's number stands behind its id and length.
    private static Func<byte[], bool> IsOf(int track) => block => (block[5] & 0x7F) == track;

    private static byte[] Encodings(int algorithm, byte[] settings) => Element(0x6D80, Element(0x6240, Element(
        0x5034, Unsigned(0x4254, algorithm), Element(0x4255, settings))));

    private static byte[] File(byte[] track, params byte[][] clusters) => File([track], clusters);

    private static byte[] File(byte[][] tracks, params byte[][] clusters) =>
        [.. Header(), .. Segment([Info(), Tracks(tracks), .. clusters])];
}

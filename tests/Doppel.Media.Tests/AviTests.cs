using static Doppel.Media.Tests.MatroskaTests;
using static Doppel.Media.Tests.RiffWriter;

namespace Doppel.Media.Tests;

/// <summary>AVI written in different ways, and damaged.</summary>
public sealed class AviTests
{
    private static readonly byte[][] s_pictures =
        [Chunk("00dc", Bytes(1, 501)), Chunk("00dc", Bytes(2, 300)), Chunk("00dc"), Chunk("00db", Bytes(3, 77))];

    private static readonly byte[][] s_sounds = [Chunk("01wb", Bytes(4, 400)), Chunk("01wb", Bytes(5, 404))];

    private static byte[] Headers => List("hdrl", MainHeader(), Pictures(), Sound(4));

    private static string Plain => Payload.Of(Film(List("movi", [.. s_pictures, .. s_sounds])));

    [Fact]
    public void How_streams_are_interleaved_is_no_payload()
    {
        byte[][] mixed = [s_sounds[0], s_pictures[0], s_pictures[1], s_sounds[1], s_pictures[2], s_pictures[3]];
        Assert.Equal(Plain, Payload.Of(Film(List("movi", mixed))));
        Assert.Equal(Plain, Payload.Of(Film(List("movi", List("rec ", mixed[..3]), List("rec ", mixed[3..])))));
        byte[][] indexed =
            [Chunk("ix00", Bytes(1, 32)), .. mixed, Chunk("ix01", Bytes(2, 32)), Chunk("JUNK", Bytes(3, 9))];
        Assert.Equal(Plain, Payload.Of(Film(List("movi", indexed), Chunk("idx1", Bytes(6, 96)))));
        Assert.Equal(Plain, Payload.Of(Film(List("movi", mixed[..2]), List("movi", mixed[2..]))));
        (mixed[1], mixed[2]) = (mixed[2], mixed[1]);
        Assert.NotEqual(Plain, Payload.Of(Film(List("movi", mixed))));
    }

    [Fact]
    public void A_film_may_continue_in_a_second_RIFF()
    {
        byte[] extended = List("odml", Chunk("dmlh", Bytes32(4)));
        byte[] first = Riff(
            "AVI ", List("hdrl", MainHeader(), Pictures(1, 25, Chunk("indx", Bytes(1, 24))), Sound(4), extended),
            List("movi", s_pictures[0], s_sounds[0]));
        byte[] second = Riff("AVIX", List("movi", [.. s_pictures[1..], s_sounds[1]]));
        Assert.Equal(Plain, Payload.Of([.. first, .. second]));
        Assert.NotEqual(Plain, Payload.Of(first));
        Assert.NotEqual(Plain, Payload.Of([.. first, .. second, .. "more"u8]));
        Assert.StartsWith("not comparable", Payload.Of([.. first, .. second[..^4]]), StringComparison.Ordinal);
    }

    [Fact]
    public void Texts_dates_names_and_free_room_are_no_payload()
    {
        byte[] headers = List(
            "hdrl", MainHeader(0x910, 99, 123), Chunk("IDIT", "Mon Mar 10 15:04:43 2003\n\0"u8.ToArray()),
            Pictures(2, 50, Chunk("strn", "Camera\0"u8.ToArray()), Chunk("JUNK", Bytes(1, 100))), Sound(4, 999),
            Chunk("ISMP", "00:00"u8.ToArray()));
        byte[] info = List("INFO", Chunk("INAM", "Title\0"u8.ToArray()), Chunk("IART", "Me\0"u8.ToArray()));
        byte[] movie = List("movi", [.. s_pictures, .. s_sounds]);
        byte[] film = Riff("AVI ", headers, info, Chunk("JUNK", Bytes(2, 33)), movie, Chunk("_PMX", Bytes(3, 50)));
        Assert.Equal(Plain, Payload.Of(film));
        MediaTags tags = new MediaMapper().ReadTags(new MemorySource(film));
        Assert.Contains(new MediaTag(TagNames.Title, "Title"), tags.All);
        Assert.Contains(new MediaTag(TagNames.Artist, "Me"), tags.All);
        Assert.Contains(new MediaTag(TagNames.Taken, "2003-03-10 15:04:43"), tags.All);
        Assert.Equal(new DateTime(2003, 3, 10, 15, 4, 43), tags.Taken);
    }

    [Fact]
    public void Chunking_of_samples_is_ignored_but_chunking_of_packets_counts()
    {
        byte[][] two = [Chunk("01wb", Bytes(4, 400)), Chunk("01wb", Bytes(5, 404))];
        byte[][] other =
            [Chunk("01wb", Bytes(4, 400)[..100]), Chunk("01wb", [.. Bytes(4, 400)[100..], .. Bytes(5, 404)])];
        Assert.Equal(Payload.Of(OfSound(4, two)), Payload.Of(OfSound(4, other)));
        Assert.NotEqual(Payload.Of(OfSound(0, two)), Payload.Of(OfSound(0, other)));
    }

    [Fact]
    public void A_form_of_sound_without_more_may_leave_out_to_say_so()
    {
        byte[] Film(byte[]? behind) => Riff(
            "AVI ", List("hdrl", MainHeader(), Pictures(), Sound(4, 1, behind)), List("movi", s_sounds));
        Assert.Equal(Payload.Of(Film(null)), Payload.Of(Film([0, 0])));
        Assert.NotEqual(Payload.Of(Film(null)), Payload.Of(Film([2, 0, 7, 7])));
    }

    [Fact]
    public void Rates_and_shapes_count_by_the_strict_policy()
    {
        byte[] movie = List("movi", [.. s_pictures, .. s_sounds]);
        byte[] Film(byte[] pictures) => Riff("AVI ", List("hdrl", MainHeader(), pictures, Sound(4)), movie);
        byte[] Shape(long ratio) => Chunk("vprp", Bytes32(0, 0, 60, 160, 90, ratio, 160, 90, 0));
        Assert.NotEqual(Plain, Payload.Of(Film(Pictures(1, 30))));
        Assert.NotEqual(Plain, Payload.Of(Film(Pictures(1, 25, Shape(0x100009)))));
        Assert.NotEqual(
            Payload.Of(Film(Pictures(1, 25, Shape(0x40003)))), Payload.Of(Film(Pictures(1, 25, Shape(0x100009)))));
        string loose = Payload.Of(Film(Pictures()), MediaPolicy.Loose);
        Assert.Equal(loose, Payload.Of(Film(Pictures(1, 30)), MediaPolicy.Loose));
        Assert.Equal(loose, Payload.Of(Film(Pictures(1, 25, Shape(0x100009))), MediaPolicy.Loose));
    }

    [Fact]
    public void Order_of_streams_is_no_payload()
    {
        byte[] movie = List("movi", [
            .. s_pictures.Select(static one => Renamed(one, '1')),
            .. s_sounds.Select(static one => Renamed(one, '0'))]);
        Assert.Equal(Plain, Payload.Of(Riff("AVI ", List("hdrl", MainHeader(), Sound(4), Pictures()), movie)));
    }

    [Fact]
    public void A_change_of_colors_counts()
    {
        byte[] One(byte color) => Film(List(
            "movi", s_pictures[0], Chunk("00pc", [0, 1, 0, 0, color, 1, 1, 0]), s_sounds[0]));
        Assert.NotEqual(Payload.Of(One(1)), Payload.Of(One(2)));
    }

    [Fact]
    public void Each_byte_for_the_driver_of_a_codec_counts_by_the_strict_policy()
    {
        byte[] movie = List("movi", [.. s_pictures, .. s_sounds]);
        byte[] With(params byte[] data) => Riff(
            "AVI ", List("hdrl", MainHeader(), Pictures(1, 25, Chunk("strd", data)), Sound(4)), movie);
        byte[] plain = Bytes(1, 60);
        HashSet<string> strict = [Plain, Payload.Of(With(plain)), Payload.Of(With(plain[..^2]))];
        Assert.Equal(3, strict.Count);
        string loose = Payload.Of(With(plain), MediaPolicy.Loose);
        for (int at = 0; at < plain.Length; at++)
        {
            byte[] other = [.. plain];
            other[at] ^= 1;
            Assert.True(strict.Add(Payload.Of(With(other))), $"byte {at}");
            Assert.Equal(loose, Payload.Of(With(other), MediaPolicy.Loose));
        }
    }

    [Fact]
    public void Chunks_of_another_kind_throughout_are_another_stream()
    {
        byte[] Of(string id) => Film(List("movi", [.. s_pictures, Chunk(id, Bytes(4, 400)), Chunk(id, Bytes(5, 404))]));
        Assert.Equal(Plain, Payload.Of(Of("01wb")));
        string other = Payload.Of(Of("01xx"));
        Assert.StartsWith("Avi", other, StringComparison.Ordinal);
        Assert.NotEqual(Plain, other);
    }

    public static TheoryData<string> Damages { get; } =
    [
        "no stream", "other kind", "order in index", "too long", "no film", "no headers", "short header", "no packets",
        "colors of sound", "two kinds of sound", "two kinds of pictures",
    ];

    [Theory, MemberData(nameof(Damages))]
    public void Damaged_files_are_not_comparable(string what)
    {
        byte[] movie = List("movi", [.. s_pictures, .. s_sounds]);
        byte[] file = what switch
        {
            "no stream" => Film(List("movi", s_pictures[0], Chunk("07dc", Bytes(1, 9)))),
            "other kind" => Film(List("movi", s_pictures[0], Chunk("00wb", Bytes(1, 9)))),
            "order in index" => Riff("AVI ", List("hdrl", MainHeader(0x30), Pictures(), Sound(4)), movie),
            "too long" => Film(List("movi", [.. s_pictures[0][..4], .. Bytes32(99_999), .. s_pictures[0][8..]])),
            "no film" => Film(),
            "no headers" => Riff("AVI ", movie),
            "short header" => Riff(
                "AVI ", List("hdrl", MainHeader(), List("strl", Chunk("strh", Bytes(1, 20)))), movie),
            "colors of sound" => Film(List("movi", [.. s_pictures, s_sounds[0], Chunk("01pc", Bytes(1, 9))])),
            "two kinds of sound" => Film(List("movi", [.. s_pictures, s_sounds[0], Chunk("01xx", Bytes(1, 9))])),
            "two kinds of pictures" => Film(List("movi", s_pictures[0], Chunk("00xx", Bytes(1, 9)))),
            _ => Film(List("movi", Chunk("00dc"), Chunk("JUNK", Bytes(1, 200)))),
        };
        Assert.StartsWith("not comparable: ", Payload.Of(file), StringComparison.Ordinal);
    }

    private static byte[] Film(params byte[][] parts) => Riff("AVI ", [Headers, .. parts]);

    private static byte[] OfSound(long sampleBytes, byte[][] chunks) => Riff(
        "AVI ", List("hdrl", MainHeader(), Pictures(), Sound(sampleBytes)), List("movi", chunks));

    private static byte[] Renamed(byte[] chunk, char number) => [(byte)'0', (byte)number, .. chunk[2..]];
}

using static Doppel.Media.Tests.IsoWriter;
using static Doppel.Media.Tests.MatroskaTests;

namespace Doppel.Media.Tests;

/// <summary>MP4 whose boxes are written in other ways, and that lies.</summary>
public sealed class Mp4BoxTests
{
    private const string Tables = "moov/trak/mdia/minf/stbl";

    private static byte[] Mp4 => Samples.Get("mp4");

    private static string Plain => Payload.Of(Mp4);

    private static string LoosePlain => Payload.Of(Mp4, MediaPolicy.Loose);

    [Fact]
    public void Chunk_offsets_may_have_eight_bytes()
    {
        byte[] wide = Change(Mp4, $"{Tables}/stco", static content => Box("co64",
            [.. content[..8], .. content[8..].Chunk(4).SelectMany(static one => (byte[])[0, 0, 0, 0, .. one])]));
        Assert.NotEqual(Mp4.Length, wide.Length);
        Assert.Equal(Plain, Payload.Of(wide));
    }

    [Fact]
    public void Sample_sizes_may_take_fewer_than_four_bytes()
    {
        byte[] small = Change(Mp4, $"{Tables}/stsz", static content => Number(content, 4) > 0
            ? Box("stsz", content)
            : Box(
                "stz2", Numbers(0, 16, Number(content, 8)),
                [.. content[12..].Chunk(4).SelectMany(static one => one[2..])]));
        Assert.NotEqual(Mp4.Length, small.Length);
        Assert.Equal(Plain, Payload.Of(small));

        byte[] samples = Bytes(1, 22);
        byte[] Of(byte[] sizes) => Film(samples, sizes, 3);
        string plain = Payload.Of(Of(Box("stsz", Numbers(0, 0, 3, 15, 2, 5))));
        Assert.StartsWith("Mp4", plain, StringComparison.Ordinal);
        Assert.Equal(plain, Payload.Of(Of(Box("stz2", Numbers(0, 4, 3), [0xF2, 0x50]))));
        Assert.Equal(plain, Payload.Of(Of(Box("stz2", Numbers(0, 8, 3), [15, 2, 5]))));
        Assert.Equal(plain, Payload.Of(Of(Box("stz2", Numbers(0, 16, 3), [0, 15, 0, 2, 0, 5]))));
        Assert.NotEqual(plain, Payload.Of(Of(Box("stz2", Numbers(0, 4, 3), [0xF3, 0x40]))));
        Assert.StartsWith("not", Payload.Of(Of(Box("stz2", Numbers(0, 5, 3), [15, 2, 5]))), StringComparison.Ordinal);
    }

    [Fact]
    public void Other_data_among_the_samples_is_not_payload()
    {
        byte[] junk = Bytes(4, 999);
        byte[] shifted = Change(Mp4, "mdat", content => Box("mdat", junk, content, junk));
        Assert.NotEqual(Plain, Payload.Of(shifted));
        shifted = Change(shifted, $"{Tables}/stco", content => Box("stco", content[..8], Numbers(
            [.. content[8..].Chunk(4).Select(one => Number(one, 0) + (long)junk.Length)])));
        Assert.Equal(Plain, Payload.Of(shifted));
        Assert.Equal(Plain, Payload.Of([.. Mp4, .. Box("free", junk), .. Box("uuid", junk), .. Box("mfra", junk)]));
    }

    [Fact]
    public void Descriptions_dates_and_measurements_are_no_payload()
    {
        byte[] tagged = Change(Mp4, "moov/mvhd", static content => [
            .. Box("mvhd", [.. content[..4], 1, 2, 3, 4, 5, 6, 7, 8, .. content[12..]]),
            .. Box("udta", Box("cprt", Bytes(1, 50)))]);
        tagged = Change(tagged, "moov/trak/tkhd", static content => [
            .. Box("tkhd", [.. content[..4], 1, 2, 3, 4, .. content[8..]]), .. Box("meta", Bytes(2, 50))]);
        tagged = Change(tagged, "moov/trak/mdia/mdhd", static content =>
            Box("mdhd", [.. content[..4], 9, 9, 9, 9, 9, 9, 9, 9, .. content[12..20], 0x15, 0xC7, .. content[22..]]));
        Assert.NotEqual(Mp4.Length, tagged.Length);
        Assert.Equal(Plain, Payload.Of(tagged));

        // One more track, of where the camera was.
        byte[] trak = Find(Mp4, "moov/trak");
        byte[] measured = Change(
            trak, "mdia/hdlr", static content => Box("hdlr", content[..8], "meta"u8.ToArray(), content[12..]));
        byte[] With(byte[] track) => Change(
            Mp4, "moov/mvhd", content => [.. Box("mvhd", content), .. Box("trak", track)]);
        Assert.Equal(Plain, Payload.Of(With(measured)));
        Assert.NotEqual(Plain, Payload.Of(With(trak)));
    }

    [Fact]
    public void Edits_times_and_turns_count_by_the_strict_policy()
    {
        (string Path, int At)[] places =
        [
            ("moov/trak/edts/elst", 15), ("moov/trak/mdia/mdhd", 15), ($"{Tables}/stts", 15), ("moov/trak/tkhd", 41),
        ];
        foreach ((string path, int at) in places)
        {
            byte[] changed = Change(Mp4, path, content => Box(
                path[(path.LastIndexOf('/') + 1)..],
                [.. content[..at], (byte)(content[at] ^ 1), .. content[(at + 1)..]]));
            Assert.NotEqual(Plain, Payload.Of(changed));
            Assert.Equal(LoosePlain, Payload.Of(changed, MediaPolicy.Loose));
        }
    }

    [Fact]
    public void An_edit_to_the_end_may_say_so_in_several_ways()
    {
        byte[] Edited(long length) => Change(Mp4, "moov/trak/edts/elst", content => Box(
            "elst", content[..8], Numbers(length), content[12..]));
        Assert.Equal(Plain, Payload.Of(Edited(0)));
        Assert.Equal(Plain, Payload.Of(Edited(9_000_000)));
        Assert.NotEqual(Plain, Payload.Of(Edited(700)));
        byte[] film = Film(Bytes(1, 22), Box("stsz", Numbers(0, 0, 3, 15, 2, 5)), 3);
        byte[] With(long length, long from) => Change(film, "moov/trak/tkhd", content => [
            .. Box("tkhd", content), .. Box("edts", Box("elst", Numbers(0, 1, length, from, 0x10000)))]);
        Assert.Equal(Payload.Of(film), Payload.Of(With(30, 0)));
        Assert.NotEqual(Payload.Of(film), Payload.Of(With(20, 0)));
        Assert.NotEqual(Payload.Of(film), Payload.Of(With(30, 10)));
    }

    [Fact]
    public void Rates_of_a_codec_are_remarks()
    {
        byte[] without = Change(
            Mp4, $"{Tables}/stsd", static content => Box("stsd", content[..8], WithoutRates(content[8..])));
        Assert.NotEqual(Mp4.Length, without.Length);
        Assert.Equal(Plain, Payload.Of(without));
    }

    // Depth maps, subtitles of other makers, and what comes later: unknown kinds of tracks count as well.
    [Fact]
    public void A_track_of_any_kind_counts_unless_it_holds_only_tags()
    {
        string[] tags = ["meta", "tmcd", "camm", "fdsc", "nrtm", "hint", "odsm", "sdsm"];
        int seed = 57 + TestRun.SeedOffset;
        var random = new Random(seed);
        string[] others =
        [
            "auxv", "subp", "sbtl", "subt", "text", "clcp",
            .. Enumerable.Range(0, TestRun.Count(20, 2000)).Select(_ =>
                string.Concat(Enumerable.Range(0, 4).Select(_ => (char)random.Next('a', 'z' + 1)))),
        ];
        byte[] film = Film(Bytes(1, 22), Box("stsz", Numbers(0, 0, 3, 15, 2, 5)), 3);
        byte[] trak = Find(film, "moov/trak");
        foreach (string kind in others.Except(tags).Concat(tags))
        {
            byte[] second = Change(trak, "mdia/hdlr", content => Box(
                "hdlr", content[..8], [.. kind.Select(static one => (byte)one)], content[12..]));
            byte[] with = Change(film, "moov/trak", content => [.. Box("trak", content), .. Box("trak", second)]);
            Assert.True(
                tags.Contains(kind) == (Payload.Of(with) == Payload.Of(film)), $"seed {seed}: a track of kind {kind}");
        }
    }

    // Each field is written as another program may write it. ISO/IEC 14496-1 says which of them a decoder needs.
    [Fact]
    public void Only_what_a_decoder_needs_of_a_stream_descriptor_counts()
    {
        byte[] m4a = Samples.Get("m4a");
        string plain = Payload.Of(m4a);
        byte[] entry = Find(m4a, $"{Tables}/stsd")[8..];
        byte[] esds = Find(entry[36..], "esds");
        byte[] setup = SetupOf(esds);
        int seed = 58 + TestRun.SeedOffset;
        var random = new Random(seed);
        for (int round = 0; round < TestRun.Count(200, 10_000); round++)
        {
            byte[] rates = new byte[11];
            random.NextBytes(rates);
            byte flags = (byte)random.Next(0, 32);
            byte[] optional = random.Next(2) == 0 ? [] : [1, 2];
            flags |= (byte)(optional.Length > 0 ? 0x80 : 0);
            byte[] decoder = [0x40, 0x15, .. rates, .. Tag(5, setup, random.Next(1, 5))];
            byte[] stream =
            [
                .. U16(random.Next(65536)), flags, .. optional, .. Tag(4, decoder, random.Next(1, 5)), 6, 1, 2,
            ];
            byte[] written = [0, 0, 0, 0, .. Tag(3, stream, random.Next(1, 5))];
            byte[] head =
            [
                .. entry[8..24], .. U16(random.Next(3)), .. U16(16), 0, 0, 0, 0, .. U16(random.Next(65536)), 0, 0,
            ];
            bool isQuickTime = random.Next(3) == 0;
            byte[] described = Box("esds", written);
            byte[] wave = Box("wave", Box("frma", "mp4a"u8.ToArray()), described, Numbers(8, 0));
            byte[] now = isQuickTime
                ? Box("mp4a", head[..8], U16(1), head[10..], new byte[16], wave)
                : Box("mp4a", head, described);
            Assert.True(plain == Payload.Of(WithEntry(now)), $"seed {seed}, round {round}");

            // One byte of the setup is another setup.
            byte[] other = [.. setup];
            other[random.Next(other.Length)] ^= (byte)(1 << random.Next(8));
            byte[] spoiled = Tag(4, [0x40, 0x15, .. rates, .. Tag(5, other, 1)], 1);
            byte[] changed = Box("esds", [0, 0, 0, 0, .. Tag(3, [0, 0, 0, .. spoiled], 1)]);
            Assert.NotEqual(plain, Payload.Of(WithEntry(Box("mp4a", head, changed))));
        }

        byte[] WithEntry(byte[] now) => Change(m4a, $"{Tables}/stsd", content => Box("stsd", content[..8], now));
    }

    // Phones leave out four bytes that repeat what the parameter sets say.
    [Fact]
    public void The_end_of_an_H264_setup_may_be_left_out()
    {
        // Profile 100; one set of each kind; 4:2:0, 8 bits, 8 bits, and no set of the extension.
        byte[] avc =
        [
            1, 100, 0, 31, 0xFF, 0xE1, 0, 4, 0x67, 100, 0, 31, 1, 0, 3, 0x68, 0xEE, 0x3C, 0xFD, 0xF8, 0xF8, 0,
        ];
        string plain = With(avc);
        Assert.StartsWith("Mp4", plain, StringComparison.Ordinal);
        Assert.Equal(plain, With(avc[..^4]));
        Assert.Equal(plain, With([.. avc[..4], 3, 1, .. avc[6..]]));
        Assert.NotEqual(plain, With([.. avc[..^1], 1, 0, 1, 0x0D]));
        for (int at = 0; at < avc.Length - 4; at++)
        {
            byte[] other = [.. avc];
            other[at] ^= 1;
            Assert.NotEqual(plain, With(other));
        }

        static string With(byte[] setup) => Payload.Of(Change(
            Film(Bytes(1, 22), Box("stsz", Numbers(0, 0, 3, 15, 2, 5)), 3), $"{Tables}/stsd",
            _ => Box("stsd", Numbers(0, 1), Box("avc1", new byte[78], Box("avcC", setup)))));
    }

    [Fact]
    public void The_matrix_of_the_whole_movie_counts_by_the_strict_policy()
    {
        // After the version, two times, two numbers, the rate, the volume and reserved bytes.
        const int MatrixAt = 36, MatrixBytes = 36;
        byte[] With(Action<byte[]> change) => Change(Mp4, "moov/mvhd", content =>
        {
            change(content);
            return Box("mvhd", content);
        });
        byte[] turned = With(static content => content.AsSpan(MatrixAt, MatrixBytes).Reverse());
        Assert.NotEqual(Plain, Payload.Of(turned));
        Assert.Equal(LoosePlain, Payload.Of(turned, MediaPolicy.Loose));
        Assert.Equal(Plain, Payload.Of(With(static content => content.AsSpan(MatrixAt, MatrixBytes).Clear())));
        for (int i = 0; i < MatrixBytes; i++)
        {
            Assert.NotEqual(Plain, Payload.Of(With(content => content[MatrixAt + i] ^= 1)));
        }
    }

    private static byte[] SetupOf(byte[] esds)
    {
        int at = Array.IndexOf(esds, (byte)5, 20);
        int length = esds[at + 1] == 0x80 ? esds[at + 4] : esds[at + 1];
        int start = at + (esds[at + 1] == 0x80 ? 5 : 2);
        return esds[start..(start + length)];
    }

    // A tag and a length in so many groups of seven bits.
    private static byte[] Tag(byte tag, byte[] content, int groups) =>
    [
        tag, .. Enumerable.Range(1, groups).Select(
            i => (byte)(((content.Length >> (7 * (groups - i))) & 0x7F) | (i < groups ? 0x80 : 0))),
        .. content,
    ];

    private static byte[] U16(int value) => [(byte)(value >> 8), (byte)value];

    public static TheoryData<string> Lies { get; } =
    [
        "more sizes", "no sizes", "no chunks", "outside", "too large", "too few times", "empty runs", "endless",
        "edits",
    ];

    [Theory, MemberData(nameof(Lies))]
    public void Tables_that_lie_make_a_film_not_comparable(string lie)
    {
        byte[] sizes = Box("stsz", Numbers(0, 0, 3, 15, 2, 5));
        byte[] film = lie switch
        {
            "more sizes" => Film(Bytes(1, 22), Box("stsz", Numbers(0, 0, 4, 15, 2, 5)), 4),
            "no sizes" => Film(Bytes(1, 22), Box("stsz", Numbers(0, 0, 0)), 3),
            "no chunks" => Film(Bytes(1, 22), sizes, 3, Box("stsc", Numbers(0, 1, 1, 2, 1))),
            "outside" => Film(Bytes(1, 22), sizes, 3, null, 1_000_000),
            "too large" => Film(Bytes(1, 22), Box("stsz", Numbers(0, 0, 3, 0xFFFFFFFF, 2, 5)), 3),
            "too few times" => Film(
                Bytes(1, 22), Box("stsz", Numbers(0, 5, 4)), 3, Box("stsc", Numbers(0, 1, 1, 4, 1))),
            "empty runs" => Film(Bytes(1, 22), sizes, 3, Box("stsc", Numbers(0, 1, 1, 0, 1))),
            "endless" => Film(Bytes(1, 22), Box("stsz", Numbers(0, 100, 0x7FFFFFFF)), 0x7FFFFFFF),
            _ => Change(Film(Bytes(1, 22), sizes, 3), "moov/trak/tkhd", static content => [
                .. Box("tkhd", content), .. Box("edts", Box("elst", Numbers(0, 5, 30, 0, 0x10000)))]),
        };
        Assert.StartsWith("not comparable: ", Payload.Of(film), StringComparison.Ordinal);
    }

    [Fact]
    public void A_gap_between_fragments_counts_by_the_strict_policy()
    {
        byte[] fragments = Samples.Get("fragments.mp4");
        int last = fragments.AsSpan().LastIndexOf("tfdt"u8);
        Assert.True(last > 0);
        byte[] later = [.. fragments];
        later[last + 15] += 3;
        Assert.NotEqual(Payload.Of(fragments), Payload.Of(later));
        Assert.Equal(Payload.Of(fragments, MediaPolicy.Loose), Payload.Of(later, MediaPolicy.Loose));
    }

    private static byte[] WithoutRates(byte[] entries)
    {
        int at = entries.AsSpan().IndexOf("btrt"u8) - 4;
        if (at < 0)
        {
            return entries;
        }

        int bytes = (int)Number(entries, at);
        byte[] rest = [.. entries[..at], .. entries[(at + bytes)..]];
        return [.. Numbers(Number(entries, 0) - bytes), .. rest[4..]];
    }
}

using System.Text;
using static Doppel.Media.Tests.BoxBytes;

namespace Doppel.Media.Tests;

/// <summary>JPEG: what stands behind the picture, whose colors it has, and what only looks like payload.</summary>
public sealed class JpegTests
{
    private static byte[] Picture => Samples.Get("jpg");

    private static byte[] Further => Samples.Get("progressive.jpg");

    [Fact]
    public void Further_pictures_count_and_their_index_does_not()
    {
        PictureSamples.Needs("exiftool");
        byte[] photo = Indexed();
        Assert.NotEqual(Payload.Of(Picture), Payload.Of(photo));
        byte[] changed = [.. photo];
        changed[^20] ^= 1;
        Assert.NotEqual(Payload.Of(photo), Payload.Of(changed));

        // Places count from the index itself, so that tags in front of it move nothing; others may leave it wrong.
        byte[] moved = [.. photo];
        moved[photo.AsSpan().IndexOf("MPF\0"u8) + 81] ^= 0x55;
        Assert.Equal(Payload.Of(photo), Payload.Of(moved));
        using var tree = new TempTree();
        tree.AddFile("photo.jpg", photo);
        string path = $"{tree.Folder}/photo.jpg";
        Assert.Equal(Further, Extracted(path));
        Tool.Run("exiftool", "-q", "-overwrite_original", "-Artist=Somebody", path).MustSucceed();
        Assert.NotEqual(photo, File.ReadAllBytes(path));
        Assert.Equal(Further, Extracted(path));
        Assert.Equal(Payload.Of(photo), Payload.Of(path));

        // Who removes everything removes the pictures too.
        Tool.Run("exiftool", "-q", "-overwrite_original", "-all=", path).MustSucceed();
        Assert.NotEqual(Payload.Of(photo), Payload.Of(path));
        Assert.Equal(Payload.Of(Picture), Payload.Of(path));
    }

    [Fact]
    public void A_gain_map_counts_and_what_shows_it_counts_by_the_strict_policy()
    {
        PictureSamples.Needs("exiftool");
        byte[] map = Further;
        byte[] other = [.. map];
        other[^30] ^= 1;
        byte[] version = Xmp(" hdrgm:Version='1.0'/>");
        byte[] directory = Xmp(Directory("Primary", "GainMap"));
        byte[] both = Xmp(" hdrgm:Version='1.0'" + Directory("Primary", "GainMap"));
        byte[] iso = Segment(0xE2, [.. "urn:iso:std:iso:ts:21496:-1\0"u8, 0, 0, 0, 0]);
        byte[][] marks = [[], version, directory, both, iso, [.. both, .. iso]];
        string[] payloads = [.. marks.Select(mark => Payload.Of([.. With(mark), .. map]))];
        Assert.Equal(payloads.Length, payloads.Distinct().Count());
        foreach (byte[] mark in marks)
        {
            byte[] photo = [.. With(mark), .. map];
            Assert.Equal(
                Payload.Of([.. Picture, .. map], MediaPolicy.Loose), Payload.Of(photo, MediaPolicy.Loose));
            foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
            {
                Assert.NotEqual(Payload.Of(photo, policy), Payload.Of([.. With(mark), .. other], policy));
                Assert.NotEqual(Payload.Of(photo, policy), Payload.Of(With(mark), policy));
            }
        }

        // Other tags may come and go, and may be written by another program.
        byte[] hdr = [.. With(both), .. map];
        Assert.Equal(Payload.Of(hdr), Payload.Of(Retagged(hdr, "-XMP:Title=x", "-Artist=Me")));
        byte[] stripped = Retagged(hdr, "-XMP:all=");
        Assert.Equal(Payload.Of([.. Picture, .. map]), Payload.Of(stripped));
        Assert.NotEqual(Payload.Of(hdr), Payload.Of(stripped));
    }

    [Fact]
    public void How_XMP_about_a_gain_map_is_written_does_not_count()
    {
        byte[] attributes = Xmp(" hdrgm:Version='1.0'" + Directory("Primary", "GainMap"));
        string expected = Payload.Of([.. With(attributes), .. Further]);
        string elements = "><hdrgm:Version>1.0</hdrgm:Version><Container:Directory><rdf:Seq>"
            + "<rdf:li rdf:parseType='Resource'><Container:Item rdf:parseType='Resource'><Item:Length>1</Item:Length>"
            + "<Item:Semantic>GainMap</Item:Semantic></Container:Item></rdf:li></rdf:Seq></Container:Directory>"
            + "<dc:format xmlns:dc='http://purl.org/dc/elements/1.1/'>image/jpeg</dc:format></rdf:Description>";
        Assert.Equal(expected, Payload.Of([.. With(Xmp(elements)), .. Further]));

        // XMP that only mentions the name does not show a gain map.
        Assert.Equal(Payload.Of([.. Picture, .. Further]), Payload.Of([.. With(Xmp("/>")), .. Further]));
        Assert.Equal(
            Payload.Of([.. Picture, .. Further]), Payload.Of([.. With(Xmp(Directory("Primary"))), .. Further]));
        Assert.NotEqual(
            Payload.Of([.. Picture, .. Further]),
            Payload.Of([.. With(Xmp(Directory("Primary", "MotionPhoto"))), .. Further]));
    }

    [Fact]
    public void Films_and_trailers_behind_the_picture_count()
    {
        PictureSamples.Needs("exiftool");
        byte[] text = "Image_UTC_Data1577836800000"u8.ToArray();
        byte[] trailer =
        [
            0, 0, 1, 0x0A, 14, 0, 0, 0, .. text, .. "SEFH"u8, 106, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0x0A,
            (byte)(text.Length + 8), 0, 0, 0, (byte)(text.Length + 8), 0, 0, 0, 24, 0, 0, 0, .. "SEFT"u8,
        ];
        foreach (byte[] behind in (byte[][])[Samples.Get("mp4"), trailer, [.. trailer, .. Samples.Get("mp4")]])
        {
            byte[] photo = [.. Picture, .. behind];
            byte[] other = [.. photo];
            other[Picture.Length + 12] ^= 1;
            Assert.StartsWith("Jpeg", Payload.Of(photo), StringComparison.Ordinal);
            Assert.NotEqual(Payload.Of(Picture), Payload.Of(photo));
            Assert.NotEqual(Payload.Of(photo), Payload.Of(other));
            Assert.NotEqual(Payload.Of(photo), Payload.Of(photo[..^1]));
            Assert.Equal(Payload.Of(photo), Payload.Of(Retagged(photo, "-XMP:Title=x", "-Artist=Me")));
        }
    }

    [Fact]
    public void Adobes_segment_counts_by_both_policies()
    {
        byte[] Adobe(byte transform) => With(Segment(0xEE, [.. "Adobe"u8, 0, 100, 0, 0, 0, 0, transform]));
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            Assert.NotEqual(Payload.Of(Picture, policy), Payload.Of(Adobe(1), policy));
            Assert.NotEqual(Payload.Of(Adobe(0), policy), Payload.Of(Adobe(1), policy));
            Assert.Equal(Payload.Of(Adobe(1), policy), Payload.Of(Retagged(Adobe(1), "-all="), policy));
            Assert.Equal(Payload.Of(Picture, policy), Payload.Of(Retagged(Adobe(1), "-Adobe:all="), policy));
        }

        // Others may use the same number for what they like.
        Assert.Equal(Payload.Of(Picture), Payload.Of(With(Segment(0xEE, "Somebody else"u8.ToArray()))));
    }

    [Fact]
    public void A_profile_counts_by_the_strict_policy_only()
    {
        byte[] Profile(int seed) => With(
            [
                .. Segment(0xE2, [.. "ICC_PROFILE\0"u8, 1, 2, .. Noise(seed, 60_000)]),
                .. Segment(0xE2, [.. "ICC_PROFILE\0"u8, 2, 2, .. Noise(seed + 1, 100)]),
            ]);
        Assert.NotEqual(Payload.Of(Picture), Payload.Of(Profile(1)));
        Assert.NotEqual(Payload.Of(Profile(1)), Payload.Of(Profile(3)));
        Assert.Equal(Payload.Of(Picture, MediaPolicy.Loose), Payload.Of(Profile(1), MediaPolicy.Loose));
        Assert.Equal(Payload.Of(Picture), Payload.Of(Retagged(Profile(1), "-ICC_Profile:all=")));
    }

    [Fact]
    public void A_thumbnail_in_Exif_is_a_tag()
    {
        using var tree = new TempTree();
        tree.AddFile("small.jpg", Further);
        byte[] tagged = Retagged(Picture, "-Artist=Me", $"-ThumbnailImage<={tree.Folder}/small.jpg");
        Assert.True(tagged.AsSpan().IndexOf(Further) > 0);
        Assert.Equal(Payload.Of(Picture), Payload.Of(tagged));
    }

    [Fact]
    public void JFIF_counts_where_it_determines_the_color_space()
    {
        Samples.Needs("djpeg", "libjpeg-turbo-progs");
        byte[] jfif = Segment(0xE0, [.. "JFIF\0"u8, 1, 1, 0, 0, 1, 0, 1, 0, 0]);
        byte[] plain = Retagged(Picture, "-all=");
        Assert.False(plain.AsSpan().IndexOf("JFIF"u8) >= 0);
        byte[] Rgb(byte[] jpeg) => Named(jpeg, "RGB"u8);
        byte[] Two(byte[] jpeg) => [.. jpeg[..2], .. jfif, .. jpeg[2..]];
        Assert.Equal(Decoded(plain), Decoded(Two(plain)));
        Assert.Equal(Payload.Of(plain), Payload.Of(Two(plain)));
        Assert.NotEqual(Decoded(Rgb(plain)), Decoded(Two(Rgb(plain))));
        Assert.NotEqual(Payload.Of(Rgb(plain)), Payload.Of(Two(Rgb(plain))));
    }

    [Fact]
    public void Copies_by_jpegtran_with_or_without_tags_are_twins()
    {
        PictureSamples.Needs("jpegtran");
        using var tree = new TempTree();
        tree.AddFile("tagged.jpg", Retagged(Picture, "-Artist=Me", "-Comment=Hello", "-XMP:Title=x"));
        string[] made = ["all", "comments", "none"];
        string[] payloads = [.. made.Select(what =>
        {
            string path = $"{tree.Folder}/{what}.jpg";
            Tool.Run("jpegtran", "-copy", what, "-outfile", path, $"{tree.Folder}/tagged.jpg").MustSucceed();
            return Payload.Of(path);
        })];
        Assert.StartsWith("Jpeg", payloads[0], StringComparison.Ordinal);
        Assert.Single(payloads.Distinct());
    }

    [Fact]
    public void Tables_count_however_they_are_distributed_over_segments()
    {
        byte[] jpeg = Picture;
        List<(byte Marker, byte[] Content)> segments = [];
        int at = 2;
        for (; jpeg[at + 1] != 0xDA; at += 2 + ((jpeg[at + 2] << 8) | jpeg[at + 3]))
        {
            segments.Add((jpeg[at + 1], jpeg[(at + 4)..(at + 2 + ((jpeg[at + 2] << 8) | jpeg[at + 3]))]));
        }

        byte[] Join(IEnumerable<(byte Marker, byte[] Content)> all) =>
            [0xFF, 0xD8, .. all.SelectMany(static one => Segment(one.Marker, one.Content)), .. jpeg[at..]];
        (byte, byte[])[] Of(byte marker) => [.. segments.Where(one => one.Marker == marker)];
        byte[] Merged(byte marker) =>
            [.. segments.Where(one => one.Marker == marker).SelectMany(static one => one.Content)];
        IEnumerable<(byte Marker, byte[] Content)> others = segments.Where(
            static one => one.Marker is not (0xC4 or 0xDB));
        string expected = Payload.Of(jpeg);
        Assert.Equal(expected, Payload.Of(Join([(0xDB, Merged(0xDB)), (0xC4, Merged(0xC4)), .. others])));
        Assert.Equal(expected, Payload.Of(Join([.. others, .. Of(0xC4).Reverse(), .. Of(0xDB).Reverse()])));

        // A table that no component uses, and one that a later one replaces.
        byte[] unused = [3, .. Enumerable.Repeat((byte)9, 64)];
        byte[] replaced = [.. Merged(0xDB)];
        replaced[5] ^= 1;
        Assert.Equal(expected, Payload.Of(Join([(0xDB, unused), .. segments])));
        Assert.Equal(expected, Payload.Of(Join([(0xDB, replaced), .. segments])));
        Assert.NotEqual(expected, Payload.Of(Join([.. segments, (0xDB, replaced)])));
        for (int i = 0; i < Merged(0xC4).Length; i++)
        {
            byte[] tables = Merged(0xC4);
            tables[i] ^= 1;
            Assert.NotEqual(expected, Payload.Of(Join([(0xC4, tables), .. Of(0xDB), .. others])));
        }
    }

    private static byte[] Segment(byte marker, byte[] content) =>
        [0xFF, marker, .. U16(content.Length + 2), .. content];

    private static byte[] Xmp(string description) => Segment(
        0xE1,
        [
            .. "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "u8,
            .. "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' "u8,
            .. "xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/' "u8,
            .. "xmlns:Container='http://ns.google.com/photos/1.0/container/' "u8,
            .. "xmlns:Item='http://ns.google.com/photos/1.0/container/item/'"u8,
            .. Encoding.ASCII.GetBytes(description), .. "</rdf:RDF></x:xmpmeta>"u8,
        ]);

    private static string Directory(params string[] items) =>
        "><Container:Directory><rdf:Seq>"
        + string.Concat(items.Select(static item =>
            $"<rdf:li rdf:parseType='Resource'><Container:Item Item:Semantic='{item}'/></rdf:li>"))
        + "</rdf:Seq></Container:Directory></rdf:Description>";

    private static byte[] With(byte[] segments) => [.. Picture[..2], .. segments, .. Picture[2..]];

    private static byte[] Retagged(byte[] jpeg, params string[] options)
    {
        PictureSamples.Needs("exiftool");
        using var tree = new TempTree();
        tree.AddFile("file.jpg", jpeg);
        string path = $"{tree.Folder}/file.jpg";
        string[] words = ["-q", "-m", "-overwrite_original", .. options, path];
        Tool.Run("exiftool", [.. words.Select(static word => (ByteName)word)]).MustSucceed();
        byte[] made = File.ReadAllBytes(path);
        Assert.False(made.AsSpan().SequenceEqual(jpeg));
        return made;
    }

    // Two pictures and an index of them (CIPA DC-007), whose places count from its own header.
    private static byte[] Indexed()
    {
        const int Before = 2 + 4 + 4; // start of image, the segment's marker and length, its name
        byte[] Index(int segmentBytes)
        {
            int first = Picture.Length + segmentBytes;
            byte[] entries =
            [
                .. U32(0x030000), .. U32(first), .. U32(0), .. U32(0),
                .. U32(0x020002), .. U32(Further.Length), .. U32(first - Before), .. U32(0),
            ];
            return Segment(
                0xE2,
                [
                    .. "MPF\0MM\0*"u8, .. U32(8), .. U16(3),
                    .. U16(0xB000), .. U16(7), .. U32(4), .. "0100"u8,
                    .. U16(0xB001), .. U16(4), .. U32(1), .. U32(2),
                    .. U16(0xB002), .. U16(7), .. U32(32), .. U32(50),
                    .. U32(0), .. entries,
                ]);
        }

        return [.. With(Index(Index(0).Length)), .. Further];
    }

    private static byte[] Extracted(string path)
    {
        using var tree = new TempTree();
        Tool.Run("exiftool", "-q", "-m", "-b", "-MPImage2", "-W", $"{tree.Folder}/second.jpg", path).MustSucceed();
        return File.ReadAllBytes($"{tree.Folder}/second.jpg");
    }

    // Calls the components by other names, in the frame and in the scan.
    private static byte[] Named(byte[] jpeg, ReadOnlySpan<byte> names)
    {
        byte[] named = [.. jpeg];
        int frame = named.AsSpan().IndexOf((ReadOnlySpan<byte>)[0xFF, 0xC0]);
        int scan = named.AsSpan().IndexOf((ReadOnlySpan<byte>)[0xFF, 0xDA]);
        for (int i = 0; i < 3; i++)
        {
            named[frame + 10 + (3 * i)] = names[i];
            named[scan + 5 + (2 * i)] = names[i];
        }

        return named;
    }

    private static string Decoded(byte[] jpeg)
    {
        using var tree = new TempTree();
        tree.AddFile("in.jpg", jpeg);
        Tool.Run("djpeg", "-rgb", "-pnm", "-outfile", $"{tree.Folder}/out.ppm", $"{tree.Folder}/in.jpg").MustSucceed();
        return Encoding.Latin1.GetString(File.ReadAllBytes($"{tree.Folder}/out.ppm"));
    }
}

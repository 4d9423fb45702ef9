using System.Buffers.Binary;
using System.Text;
using static Doppel.Media.Tests.TagWriting;

namespace Doppel.Media.Tests;

/// <summary>Tags inside of others and of containers, in pieces, too many and too long.</summary>
public sealed class EmbeddedTagTests
{
    [Fact]
    public void Extended_XMP_and_profiles_in_pieces_are_put_together()
    {
        byte[] whole = Encoding.UTF8.GetBytes(Xmp("dc:source='far away'"));
        byte[] Piece(int from, int bytes)
        {
            byte[] numbers = new byte[8];
            BinaryPrimitives.WriteInt32BigEndian(numbers, whole.Length);
            BinaryPrimitives.WriteInt32BigEndian(numbers.AsSpan(4), from);
            return Segment(
                0xE1,
                [
                    .. "http://ns.adobe.com/xmp/extension/\0"u8, .. Enumerable.Repeat((byte)'A', 32), .. numbers,
                    .. whole.AsSpan(from, bytes),
                ]);
        }

        byte[] jpeg = Samples.Get("jpg");
        byte[] profile = [.. new byte[132], .. "profile of two pieces"u8];
        byte[] file =
        [
            .. jpeg[..2], .. Piece(100, whole.Length - 100), .. Piece(0, 100),
            .. Segment(0xE2, [.. "ICC_PROFILE\0"u8, 2, 2, .. profile[100..]]),
            .. Segment(0xE2, [.. "ICC_PROFILE\0"u8, 1, 2, .. profile[..100]]), .. jpeg[2..],
        ];
        string[] told = Read(file);
        Assert.Contains("xmp:dc:source=far away", told);
        Assert.Contains($"color profile={TagSlice.Of(profile).Describe()}", told);
    }

    [Fact]
    public void Pictures_in_comments_are_read_in_place()
    {
        byte[] block =
        [
            0, 0, 0, 4, 0, 0, 0, 10, .. "image/jpeg"u8, 0, 0, 0, 4, .. "text"u8, .. new byte[16],
            0, 0, (byte)(Cover.Length >> 8), (byte)Cover.Length, .. Cover,
        ];
        string cover = TagPicture.Describe(TagSlice.Of(Cover), "");
        for (int cut = 0; cut < 3; cut++)
        {
            // Whatever is left over where three bytes are four letters.
            byte[] picture = [.. block, .. new byte[cut]];
            byte[] comments =
            [
                .. Counted("Xiph"), 2, 0, 0, 0, .. Counted($"METADATA_BLOCK_PICTURE={Convert.ToBase64String(picture)}"),
                .. Counted($"coverart={Convert.ToBase64String(Cover)}"),
            ];
            TagSlice slice = TagSlice.Of(comments);
            var tags = new TagBuilder();
            VorbisComments.Read(slice.File, 0, slice.Bytes, tags);
            Assert.Equal(
                [("encoder", "Xiph"), ("cover", $"back, {cover}, text"), ("cover", cover)],
                tags.Build().All.Select(static tag => (tag.Name, tag.Value)));
            Assert.Equal(Cover.Length, tags.Build().CoverBytes);
        }
    }

    [Fact]
    public void Chunks_of_WAV_hold_tags_of_other_kinds()
    {
        byte[] sound = Samples.Get("wav");
        byte[] file =
        [
            .. sound, .. Chunk("id3 ", Id3(3, 0, Frame(3, "TIT2", [0, .. "Title"u8]))),
            .. Chunk("_PMX", Encoding.UTF8.GetBytes(Xmp("dc:source='far away'"))),
            .. Chunk("iXML", "<BWFXML><PROJECT>Film</PROJECT><TAKE>3</TAKE></BWFXML>"u8.ToArray()),
            .. Chunk("cue ", [2, 0, 0, 0, .. new byte[48]]),
        ];
        BinaryPrimitives.WriteInt32LittleEndian(file.AsSpan(4), file.Length - 8);
        string[] told = Read(file);
        Assert.All(
            ["title=Title", "xmp:dc:source=far away", "riff:BWFXML/PROJECT=Film", "riff:BWFXML/TAKE=3", "chapters=2"],
            one => Assert.Contains(one, told));
        Samples.Needs("exiftool", "libimage-exiftool-perl");
        using var tree = new TempTree();
        tree.AddFile("file.wav", file);
        string printed = Tool.Run("exiftool", "-a", "-u", $"{tree.Folder}/file.wav").OutputText;
        Assert.All(["Title", "far away"], one => Assert.Contains(one, printed, StringComparison.Ordinal));
    }

    [Fact]
    public void Hex_encoded_PNG_profiles_from_ImageMagick_are_read()
    {
        using var tree = new TempTree();
        tree.AddFile("in.jpg", Samples.Get("jpg"));
        Samples.Needs("exiftool", "libimage-exiftool-perl");
        Tool.Run("exiftool", "-q", "-EXIF:Artist=Me", "-XMP:Title=Ti", "-IPTC:City=Ci", $"{tree.Folder}/in.jpg")
            .MustSucceed();
        byte[] jpeg = File.ReadAllBytes($"{tree.Folder}/in.jpg");
        byte[] png = Samples.Get("png");
        List<byte> file = [.. png[..33]];
        foreach ((string name, byte marker, int skipped) in ((string, byte, int)[])
            [("exif", 0xE1, 0), ("xmp", 0xE1, 29), ("iptc", 0xED, 14)])
        {
            byte[] content = FindSegment(jpeg, marker, name)[skipped..];
            string digits = $"\n{name}\n{content.Length,8}\n{Convert.ToHexStringLower(content)}\n";
            file.AddRange(PngChunk("tEXt", [.. Encoding.ASCII.GetBytes($"Raw profile type {name}\0{digits}")]));
        }

        byte[] whole = [.. file, .. png[33..]];
        Assert.All(["artist=Me", "title=Ti", "iptc:City=Ci"], one => Assert.Contains(one, Read(whole)));
        tree.AddFile("out.png", whole);
        string printed = Tool.Run("exiftool", "-a", $"{tree.Folder}/out.png").OutputText;
        Assert.All(["Me", "Ti", "Ci"], one => Assert.Contains($": {one}\n", printed, StringComparison.Ordinal));
    }

    [Fact]
    public void Chapters_are_counted()
    {
        using var tree = new TempTree();
        tree.AddFile("in.m4a", Samples.Get("m4a"));
        tree.AddFile("chapters", """
            ;FFMETADATA1
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=500
            title=One
            [CHAPTER]
            TIMEBASE=1/1000
            START=500
            END=1500
            title=Two
            """);
        foreach (string ending in (string[])["m4a", "mov", "mp3"])
        {
            string[] codec = ending == "mp3" ? ["libmp3lame"] : ["copy"];
            string[] words =
            [
                "-loglevel", "error", "-i", $"{tree.Folder}/in.m4a",
                "-f", "ffmetadata", "-i", $"{tree.Folder}/chapters",
                "-map", "0:a", "-map_chapters", "1", "-c:a", .. codec, $"{tree.Folder}/out.{ending}",
            ];
            Tool.Run("ffmpeg", [.. words.Select(static word => (ByteName)word)]).MustSucceed();
            Assert.Contains("chapters=2", Read(File.ReadAllBytes($"{tree.Folder}/out.{ending}")));
        }
    }

    [Fact]
    public void Tags_that_lie_upon_each_other_or_lead_in_a_circle_end_the_reading()
    {
        // A directory whose thousand entries all tell of the whole file, and which follows itself.
        byte[] tiff = new byte[1 << 20];
        "II*\0\x08"u8.CopyTo(tiff);
        BinaryPrimitives.WriteUInt16LittleEndian(tiff.AsSpan(8), 1000);
        for (int i = 0; i < 1000; i++)
        {
            Span<byte> entry = tiff.AsSpan(10 + (i * 12), 12);
            BinaryPrimitives.WriteUInt16LittleEndian(entry, (ushort)(0xD000 + i));
            BinaryPrimitives.WriteUInt16LittleEndian(entry[2..], 7);
            BinaryPrimitives.WriteInt32LittleEndian(entry[4..], tiff.Length);
        }

        BinaryPrimitives.WriteInt32LittleEndian(tiff.AsSpan(10 + 12_000), 8);
        var source = new MemorySource(tiff);
        var reader = new HeaderReader();
        reader.Open(source);
        ExifTags.Read(reader, 0, tiff.Length, new TagBuilder());
        Assert.InRange(source.BytesRead, 1, 8L * tiff.Length);

        // XML that would grow without bound, and such that names another file.
        foreach (string text in (string[])
            [
                "<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c '&b;&b;'>]><a>&c;</a>", new string('<', 100_000),
                string.Concat(Enumerable.Repeat("<a>", 10_000)), "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
            ])
        {
            TagSlice xml = TagSlice.Of(Encoding.UTF8.GetBytes(text));
            var tags = new TagBuilder();
            XmpTags.Read(xml.File, 0, xml.Bytes, tags);
            Assert.DoesNotContain(tags.Build().All, static tag => tag.Name != "xmp:damaged");
        }
    }

    [Fact]
    public void Tags_are_always_text_of_a_displayable_length()
    {
        string name = new('n', 5000);
        TagSlice xml = TagSlice.Of(Encoding.UTF8.GetBytes(Xmp($"dc:source='a&#xD800;b' dc:{name}='{name}'")));
        var tags = new TagBuilder();
        XmpTags.Read(xml.File, 0, xml.Bytes, tags);
        MediaTag[] all = [.. tags.Build().All];
        Assert.Equal(("xmp:dc:source", "a\uFFFDb"), (all[0].Name, all[0].Value));
        Assert.InRange(all[1].Name.Length, 100, 200);
        Assert.InRange(all[1].Value.Length, 1, TagBuilder.CharactersMax + 50);
        for (int i = 0; i < 2000; i++)
        {
            tags.Add($"name {i}", "value");
        }

        Assert.Equal(1000, tags.Build().All.Count);
    }
}

using System.Text;
using static Doppel.Media.Tests.BoxBytes;

namespace Doppel.Media.Tests;

/// <summary>Rare and damaged parts of tags are shown: files that differ in nothing else have other tags.</summary>
public sealed class OddTagTests
{
    private static readonly byte[] s_one = Noise(1, 200);
    private static readonly byte[] s_other = Noise(2, 200);

    public static TheoryData<string> Kinds { get; } =
    [
        "bext UMID", "bext loudness", "Vorbis comment without a name", "Vorbis picture that is not Base64",
        "data behind the comments of Opus", "PNG text without an end of its keyword", "PNG text without a language",
        "XMP cut short", "size of a print in JFIF", "thumbnail in JFIF", "preview in RAF", "gain map of JPEG XL",
        "JPEG of JPEG XL", "thumbnail in an image resource", "XMP behind the packets of ASF", "marker of ASF",
        "resolution of JPEG 2000",
    ];

    [Theory, MemberData(nameof(Kinds))]
    public void Rare_and_damaged_parts_of_tags_are_shown(string kind)
    {
        (byte[] one, byte[] other) = (Make(kind, s_one), Make(kind, s_other));
        Assert.DoesNotContain("not comparable", Payload.Of(one, MediaPolicy.Loose));
        Assert.Equal(Payload.Of(one, MediaPolicy.Loose), Payload.Of(other, MediaPolicy.Loose));
        Assert.NotEqual(Tags(one), Tags(other));
        Assert.Equal(Tags(one), Tags([.. one]));
    }

    private static string Tags(byte[] file) =>
        string.Join('\n', new MediaMapper().ReadTags(new MemorySource(file)).All);

    private static byte[] Make(string kind, byte[] content)
    {
        // Text in which nothing ends.
        byte[] letters = Encoding.ASCII.GetBytes(Convert.ToHexString(content));
        return kind switch
        {
            "bext UMID" => Bext([.. new byte[348], .. content[..64], .. new byte[190]]),
            "bext loudness" => Bext([.. new byte[412], .. content[..10], .. new byte[180]]),
            "Vorbis comment without a name" => Comments(letters),
            "Vorbis picture that is not Base64" => Comments([.. "METADATA_BLOCK_PICTURE="u8, 1, .. letters]),
            "data behind the comments of Opus" => Comments([], [1, .. content]),
            "PNG text without an end of its keyword" => Png("tEXt", letters),
            "PNG text without a language" => Png("iTXt", [.. "Title\0\0\0"u8, .. letters]),
            "XMP cut short" => Jpeg(0xE1, [.. "http://ns.adobe.com/xap/1.0/\0<a>"u8, .. letters]),
            "size of a print in JFIF" => Jpeg(0xE0, [.. "JFIF\0\x01\x02\x01"u8, .. content[..4], 0, 0]),
            "thumbnail in JFIF" => Jpeg(0xE0, [.. "JFIF\0\x01\x02\0\0\x01\0\x01\x08\x08"u8, .. content[..192]]),
            "preview in RAF" => Raf(content),
            "gain map of JPEG XL" => [.. Samples.Get("boxes.jxl"), .. Box("jhgm", content)],
            "JPEG of JPEG XL" => [.. Samples.Get("boxes.jxl"), .. Box("jbrd", content)],
            "thumbnail in an image resource" => Jpeg(
                0xED, [.. "Photoshop 3.0\0"u8, .. "8BIM\x04\x0C\0\0"u8, .. U32(content.Length), .. content]),
            "XMP behind the packets of ASF" =>
            [
                .. Samples.Get("wma"),
                .. AsfWriter.Object("BE7ACFCB-97A9-42E8-9C71-999491E3AFAC", [.. "<a>"u8, .. letters, .. "</a>"u8]),
            ],
            "marker of ASF" => Marker(letters),
            _ => Jp2(content),
        };
    }

    private static byte[] Bext(byte[] content)
    {
        byte[] file = [.. Samples.Get("wav"), .. RiffWriter.Chunk("bext", content)];
        BitConverter.GetBytes(file.Length - 8).CopyTo(file, 4);
        return file;
    }

    private static byte[] Comments(byte[] comment, byte[]? behind = null)
    {
        const int BehindInfo = 42;
        byte[] flac = Samples.Get("flac");
        byte[] block =
        [
            0, 0, 0, 0, 1, 0, 0, 0, .. BitConverter.GetBytes(comment.Length), .. comment, .. behind ?? [],
        ];
        return
        [
            .. flac[..4], (byte)(flac[4] & 0x7F), .. flac[5..BehindInfo], 4, .. U32(block.Length)[1..], .. block,
            .. flac[BehindInfo..],
        ];
    }

    private static byte[] Png(string type, byte[] content)
    {
        const int BehindHeader = 33;
        byte[] png = Samples.Get("png");
        return [.. png[..BehindHeader], .. TagWriting.PngChunk(type, content), .. png[BehindHeader..]];
    }

    private static byte[] Jpeg(byte marker, byte[] content)
    {
        byte[] jpeg = Samples.Get("jpg");
        return [.. jpeg[..2], .. TagWriting.Segment(marker, content), .. jpeg[2..]];
    }

    private static byte[] Raf(byte[] content)
    {
        byte[] raf = [.. RawSamples.Make("raf")];
        int jpeg = (int)IsoWriter.Number(raf, 0x54) + (int)IsoWriter.Number(raf, 0x58);
        content.CopyTo(raf, jpeg - content.Length - 2);
        return raf;
    }

    // One marker, without a name of the list.
    private static byte[] Marker(byte[] letters)
    {
        (List<byte[]> header, byte[] rest) = AsfWriter.Split(Samples.Get("wma"));
        byte[] text = Encoding.Unicode.GetBytes(Encoding.ASCII.GetString(letters[..40]));
        header.Add(AsfWriter.Object(
            "F487CD01-A951-11CF-8EE6-00C00C205365",
            [
                .. new byte[16], 1, 0, 0, 0, 0, 0, 0, 0, .. new byte[26], .. BitConverter.GetBytes(40), .. text,
            ]));
        return AsfWriter.Join(header, rest);
    }

    private static byte[] Jp2(byte[] content) => IsoWriter.Change(
        Samples.Get("jp2"), "jp2h", old => Box("jp2h", old, Box("res ", Box("resd", content[..10]))));
}

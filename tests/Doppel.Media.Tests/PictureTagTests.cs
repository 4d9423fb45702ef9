using System.IO.Compression;
using static Doppel.Media.Tests.BoxBytes;

namespace Doppel.Media.Tests;

/// <summary>What programs write into the tags of still pictures is read.</summary>
public sealed class PictureTagTests
{
    [Theory]
    [InlineData("heic")]
    [InlineData("glass.heic")]
    [InlineData("avif")]
    [InlineData("tiles.avif")]
    [InlineData("jxl")]
    [InlineData("boxes.jxl")]
    [InlineData("jp2")]
    public void Tags_written_by_exiftool_are_read(string sample)
    {
        MediaTags tags = Read(Retagged(
            sample, "-EXIF:Artist=Someone", "-EXIF:Model=Camera 7", "-EXIF:DateTimeOriginal=2020:02:03 04:05:06",
            "-XMP-dc:Title=A title", "-XMP-xmp:Rating=4"));
        Assert.Contains(new MediaTag(TagNames.Artist, "Someone"), tags.All);
        Assert.Contains(new MediaTag(TagNames.Model, "Camera 7"), tags.All);
        Assert.Contains(new MediaTag(TagNames.Title, "A title"), tags.All);
        Assert.Contains(new MediaTag(TagNames.Rating, "4"), tags.All);
        Assert.Equal(new DateTime(2020, 2, 3, 4, 5, 6), tags.Taken);
    }

    [Fact]
    public void Thumbnails_and_profiles_are_reported()
    {
        Assert.Contains(Read(Samples.Get("glass.heic")).All, static tag => tag.Name == TagNames.Thumbnail);
        HeifWriter photo = new()
        {
            Items =
            [
                new HeifWriter.Item(1, "hvc1", Noise(1, 99))
                {
                    Properties =
                    [
                        Box("colr", "prof"u8.ToArray(), Noise(2, 200)),
                        Full("udes", 0, 0, "en\0A name\0Words\0one,two\0"u8.ToArray()),
                    ],
                },
            ],
        };
        MediaTags tags = Read(photo.Build());
        Assert.Contains(tags.All, static tag => tag.Name == TagNames.Profile);
        Assert.Contains(new MediaTag(TagNames.Title, "A name"), tags.All);
        Assert.Contains(new MediaTag(TagNames.Keywords, "one,two"), tags.All);
    }

    [Fact]
    public void Brotli_compressed_tags_in_JPEG_XL_are_read()
    {
        byte[] xmp = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF "u8.ToArray();
        xmp =
        [
            .. xmp, .. "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about='' "u8,
            .. "xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='3'/></rdf:RDF></x:xmpmeta>"u8,
        ];
        var packed = new MemoryStream();
        using (var stream = new BrotliStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        {
            stream.Write(xmp);
        }

        byte[] File(byte[] content) =>
        [
            .. Box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]), .. Box("ftyp", "jxl \0\0\0\0jxl "u8.ToArray()),
            .. Box("brob", "xml "u8.ToArray(), content), .. Box("jxlc", Samples.Get("jxl")),
        ];
        Assert.Contains(new MediaTag(TagNames.Rating, "3"), Read(File(packed.ToArray())).All);
        Assert.Empty(Read(File(Noise(1, 100))).All);
    }

    [Fact]
    public void The_four_parts_of_Exif_in_CR3_are_read()
    {
        MediaTags tags = Read(new Cr3Writer { Artist = "Someone"u8.ToArray() }.Build());
        Assert.Contains(new MediaTag(TagNames.Artist, "Someone"), tags.All);
        Assert.Contains(tags.All, static tag => tag.Name == TagNames.Thumbnail);
    }

    private static MediaTags Read(byte[] content) => new MediaMapper().ReadTags(new MemorySource(content));

    private static byte[] Retagged(string sample, params string[] options)
    {
        PictureSamples.Needs("exiftool");
        using var tree = new TempTree();
        string name = $"file.{sample[(sample.LastIndexOf('.') + 1)..]}";
        tree.AddFile(name, Samples.Get(sample));
        string[] words = ["-q", "-m", "-overwrite_original", .. options, $"{tree.Folder}/{name}"];
        Tool.Run("exiftool", [.. words.Select(static word => (ByteName)word)]).MustSucceed();
        return File.ReadAllBytes($"{tree.Folder}/{name}");
    }
}

namespace Doppel.Media.Tests;

/// <summary>What the tags of TIFF and raw photos say, as exiftool wrote it.</summary>
public sealed class TiffTagTests
{
    [Theory]
    [InlineData("tif")]
    [InlineData("planes.tif")]
    [InlineData("dng")]
    [InlineData("nef")]
    [InlineData("orf")]
    [InlineData("rw2")]
    [InlineData("cr2")]
    [InlineData("raf")]
    public void Tags_written_by_exiftool_are_read(string sample)
    {
        Samples.Needs("exiftool", "libimage-exiftool-perl");
        using var tree = new TempTree();
        string path = $"{tree.Folder}/file.{sample[(sample.LastIndexOf('.') + 1)..]}";
        File.WriteAllBytes(path, Samples.Get(sample));
        Tool.Run(
            "exiftool", "-q", "-overwrite_original", "-Artist=Somebody", "-Orientation#=6", "-XMP:Rating=4",
            "-EXIF:DateTimeOriginal=2001:02:03 04:05:06", "-EXIF:ISO=400", "-IPTC:Keywords=sea", path).MustSucceed();
        MediaTags tags = new MediaMapper().ReadTags(new MemorySource(File.ReadAllBytes(path)));
        Assert.Equal("Somebody", Value(tags, TagNames.Artist));
        Assert.Equal("6", Value(tags, TagNames.Orientation));
        Assert.Equal("4", Value(tags, TagNames.Rating));
        Assert.Equal("sea", Value(tags, TagNames.Keywords));
        Assert.Equal(new DateTime(2001, 2, 3, 4, 5, 6), tags.Taken);
        Assert.DoesNotContain(tags.All, static tag => tag.Name is "exif:0x828E" or "exif:0x0111" or "exif:0xC621");
    }

    [Fact]
    public void Places_of_8_bytes_are_read_alike()
    {
        TiffFolder picture = TiffFolder.Picture(10, 4, 8, 3, new byte[120]).Set(0x13B, "Somebody with a name");
        picture.Exif = new TiffFolder().Set(0x9003, "2001:02:03 04:05:06");
        foreach (bool isBig in (bool[])[false, true])
        {
            byte[] file = new TiffWriter(isBigEndian: true, isBig).Write(picture);
            MediaTags tags = new MediaMapper().ReadTags(new MemorySource(file));
            Assert.Equal("Somebody with a name", Value(tags, TagNames.Artist));
            Assert.Equal(new DateTime(2001, 2, 3, 4, 5, 6), tags.Taken);
        }
    }

    [Theory]
    [InlineData("dng", 1)]
    [InlineData("nef", 2)]
    [InlineData("pef", 1)]
    [InlineData("arw", 1)]
    [InlineData("cr2", 2)]
    public void Previews_are_reported_and_twins_with_other_previews_differ_in_them(string name, int distinct)
    {
        string[] plain = Thumbnails(RawSamples.Make(name));
        Assert.Equal(distinct, plain.Length);
        Assert.Empty(plain.Intersect(Thumbnails(RawSamples.Make(name, RawChange.Tags))));

        static string[] Thumbnails(byte[] file) => [.. new MediaMapper().ReadTags(new MemorySource(file)).All
            .Where(static tag => tag.Name == TagNames.Thumbnail).Select(static tag => tag.Value)];
    }

    private static string Value(MediaTags tags, string name) =>
        string.Join(", ", tags.All.Where(tag => tag.Name == name).Select(static tag => tag.Value));
}

namespace Doppel.Media.Tests;

/// <summary>
/// What programs do to tags and layout of TIFF leaves its payload as it is; tiffcmp, which compares pixels, judges.
/// </summary>
public sealed class TiffTests
{
    private const string Exiftool = "-q -overwrite_original ";

    // Program, sample, steps: each is done on top of the one before. A tilde is a space.
    public static TheoryData<string, string, string> Tools { get; } = new()
    {
        { "exiftool", "tif", $"{Exiftool}-Artist=Me -Orientation#=6 -XMP:Rating=3 | {Exiftool}-all=" },
        { "exiftool", "tif", $"{Exiftool}-IPTC:Keywords=a -Software=x | {Exiftool}-IPTC:all= -Software=" },
        { "exiftool", "lzw.tif", $"{Exiftool}-GPSLatitude=48 -GPSLatitudeRef=N -EXIF:UserComment=Hello" },
        { "exiftool", "planes.tif", $"{Exiftool}-Copyright=Me | {Exiftool}-Copyright=" },
        { "exiftool", "tiles.tif", $"{Exiftool}-ImageDescription=A~long~text | {Exiftool}-ImageDescription=" },
        { "exiftool", "jpeg.tif", $"{Exiftool}-XMP:Title=x -XResolution=300 -YResolution=300" },
        { "exiftool", "deep.tif", $"{Exiftool}-Artist=Me | {Exiftool}-Software=" },
        { "exiftool", "palette.tif", $"{Exiftool}-Artist=Me -DateTimeOriginal=2020:01:02~03:04:05" },
        { "exiftool", "fax.tif", $"{Exiftool}-Artist=Me" },
        { "exiftool", "pages.tif", $"{Exiftool}-Artist=Me -XMP:Rating=1" },
        { "tiffset", "tif", "-s 315 Me | -s 270 A~longer~description~than~the~one~before | -u 270 | -s 274 6" },
        { "tiffset", "lzw.tif", "-s 270 x | -s 305 Y" },
        { "tiffset", "big.tif", "-s 315 Me | -s 270 A~description | -u 315" },
        { "tiffset", "jpeg.tif", "-s 315 Me" },
        { "tiffset", "deep.tif", "-s 282 300 | -s 283 300" },
        { "exiv2", "tif", "-Mset~Exif.Image.Artist~Me | -Mset~Iptc.Application2.Keywords~a | -Mset~Xmp.xmp.Rating~4" },
        { "exiv2", "lzw.tif", "-Mset~Xmp.xmp.Rating~4 | -da" },
        { "exiv2", "tiles.tif", "-Mset~Exif.Photo.UserComment~Hello" },
        { "exiv2", "palette.tif", "-Mset~Exif.Image.Orientation~8" },
    };

    private static readonly Dictionary<string, string> s_packages = new()
    {
        ["exiftool"] = "libimage-exiftool-perl",
        ["tiffset"] = "libtiff-tools",
        ["exiv2"] = "exiv2",
    };

    [Theory, MemberData(nameof(Tools))]
    public void Retagged_files_are_twins_of_the_original(string program, string sample, string steps)
    {
        Samples.Needs(program, s_packages[program]);
        using var tree = new TempTree();
        byte[] before = Samples.Get(sample);
        string strict = Payload.Of(before);
        string loose = Payload.Of(before, MediaPolicy.Loose);
        Assert.StartsWith("Tiff", strict, StringComparison.Ordinal);
        string original = Put(tree, "original.tif", before);
        string path = Put(tree, "file.tif", before);
        foreach (string step in steps.Split(" | "))
        {
            Run(program, [.. step.Split(' ').Select(static word => word.Replace('~', ' ')), path]).MustSucceed();
            byte[] now = File.ReadAllBytes(path);
            Assert.False(now.AsSpan().SequenceEqual(before), $"{step} changed nothing");
            Assert.Equal(strict, Payload.Of(now));
            Assert.Equal(loose, Payload.Of(now, MediaPolicy.Loose));
            Assert.True(AreEqualPixels(original, path));
            before = now;
        }
    }

    [Theory]
    [InlineData("tif", "-8")]
    [InlineData("tif", "-B")]
    [InlineData("lzw.tif", "-8 -B")]
    [InlineData("planes.tif", "-L -p separate")]
    [InlineData("tiles.tif", "-B")]
    [InlineData("big.tif", "-L")]
    [InlineData("deep.tif", "-8 -B")]
    [InlineData("palette.tif", "-8")]
    [InlineData("pages.tif", "-8 -B")]
    public void Order_of_bytes_and_size_of_places_mean_nothing(string sample, string options)
    {
        using var tree = new TempTree();
        string original = Put(tree, "original.tif", Samples.Get(sample));
        string copy = $"{tree.Folder}/copy.tif";
        Run("tiffcp", [.. options.Split(' '), original, copy]).MustSucceed();
        Assert.NotEqual(File.ReadAllBytes(original), File.ReadAllBytes(copy));
        Assert.Equal(Payload.Of(original), Payload.Of(copy));
        Assert.True(AreEqualPixels(original, copy));
    }

    [Fact]
    public void Order_of_bytes_counts_where_a_sample_has_several()
    {
        byte[] little = Deep(isBigEndian: false);
        byte[] big = Deep(isBigEndian: true);
        using var tree = new TempTree();
        Samples.Needs("tiffcmp", "libtiff-tools");
        Assert.False(AreEqualPixels(Put(tree, "a.tif", little), Put(tree, "b.tif", big)));
        Assert.NotEqual(Payload.Of(little), Payload.Of(big));
        static byte[] Deep(bool isBigEndian) =>
            new TiffWriter(isBigEndian).Write(TiffFolder.Picture(2, 1, 16, 1, [1, 2, 3, 4]));
    }

    [Fact]
    public void Pixels_that_differ_are_no_twins()
    {
        Samples.Needs("tiffcmp", "libtiff-tools");
        using var tree = new TempTree();
        foreach (string sample in (string[])["tif", "big.tif", "tiles.tif", "pages.tif"])
        {
            byte[] bytes = Samples.Get(sample);
            string original = Put(tree, "original.tif", bytes);
            string other = $"{tree.Folder}/other.tif";
            File.Delete(other);
            Run("tiffset", ["-s", "262", "0", Put(tree, "inverted.tif", bytes)]).MustSucceed();
            Assert.NotEqual(Payload.Of(bytes), Payload.Of($"{tree.Folder}/inverted.tif"));
            Run("tiffcp", ["-c", "packbits", original, other]).MustSucceed();
            Assert.NotEqual(Payload.Of(original), Payload.Of(other));
        }

        byte[] changed = [.. Samples.Get("tif")];
        changed[Payload.Map(changed).Map!.Extents[0].Offset + 500] ^= 4;
        Assert.False(AreEqualPixels(Put(tree, "original.tif", Samples.Get("tif")), Put(tree, "changed.tif", changed)));
        Assert.NotEqual(Payload.Of(Samples.Get("tif")), Payload.Of(changed));
    }

    [Fact]
    public void A_page_more_or_less_or_elsewhere_is_another_document()
    {
        byte[][] pixels = [new byte[300], new byte[300], new byte[300]];
        pixels[1][7] = 7;
        TiffFolder[] pages = [.. pixels.Select(static one => TiffFolder.Picture(10, 10, 8, 3, one))];
        string[] all =
        [
            Payload.Of(new TiffWriter(false).Write(pages)), Payload.Of(new TiffWriter(false).Write(pages[..2])),
            Payload.Of(new TiffWriter(false).Write(pages[1], pages[0], pages[2])),
        ];
        Assert.Equal(3, all.Distinct().Count());
    }

    private static ProcessEnd Run(string program, IEnumerable<string> words) =>
        Tool.Run(program, [.. words.Select(static word => (ByteName)word)]);

    private static bool AreEqualPixels(string one, string other)
    {
        Samples.Needs("tiffcmp", "libtiff-tools");

        // It does not read tiles.
        foreach (string path in (string[])[one, other])
        {
            File.Delete(path + ".strips");
            Run("tiffcp", ["-s", "-c", "none", path, path + ".strips"]).MustSucceed();
        }

        return Run("tiffcmp", ["-t", one + ".strips", other + ".strips"]).ExitCode == 0;
    }

    private static string Put(TempTree tree, string name, byte[] content)
    {
        File.WriteAllBytes($"{tree.Folder}/{name}", content);
        return $"{tree.Folder}/{name}";
    }
}

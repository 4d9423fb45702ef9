using Doppel.Testing;
using Xunit;

namespace Doppel.Reports.Tests;

/// <summary>Which files of a folder are companions of others, by their names.</summary>
public sealed class CompanionNameTests
{
    [Theory]
    [InlineData("a.jpg", "a.xmp")]
    [InlineData("a.jpg", "a.jpg.xmp")]
    [InlineData("IMG_1.JPG", "img_1.Xmp")]
    [InlineData("caf\u00E9.jpg", "cafe\u0301.xmp")]
    [InlineData("cafe\u0301.jpg", "caf\u00E9.JPG.xmp")]
    [InlineData("\uAC01.jpg", "\u1100\u1161\u11A8.aae")]
    [InlineData("a.cr2", "a.xmp")]
    [InlineData("a.mp3", "a.lrc")]
    [InlineData("a.flac", "a.cue")]
    [InlineData("a.flac", "a.flac.cue")]
    [InlineData("a.nef", "a.nef.pp3")]
    [InlineData("a.nef", "a.nef.dop")]
    [InlineData("a.nef", "a.jpg")]
    [InlineData("a.nef", "a.HEIC")]
    [InlineData("a.mp4", "a.thm")]
    [InlineData("GOPR0001.MP4", "GOPR0001.LRV")]
    [InlineData("GX010001.MP4", "GL010001.LRV")]
    [InlineData("IMG_1.HEIC", "IMG_1.AAE")]
    [InlineData("IMG_E1.HEIC", "IMG_1.AAE")]
    [InlineData("IMG_1.MOV", "IMG_1.AAE")]
    [InlineData("IMG_1.JPG", "IMG_O1.AAE")]
    [InlineData("IMG_E1.JPG", "IMG_O1.AAE")]
    [InlineData("a.jpg", "a.jpg.json")]
    [InlineData("a(1).jpg", "a.jpg(1).json")]
    [InlineData("a(1).jpg", "a(1).jpg.json")]
    [InlineData("a-edited.jpg", "a.jpg.json")]
    [InlineData("a.jpg", "a.jpg.supplemental-metadata.json")]
    [InlineData("a.jpg", "a.jpg.supplemental-meta.json")]
    [InlineData("a.jpg", "a.jpg.s.json")]
    [InlineData("a(2).jpg", "a.jpg.supplemental-metadata(2).json")]
    [InlineData("Screenshot_20190101-101010_A program with.jpg", "Screenshot_20190101-101010_A program with.jpg.json")]
    [InlineData(
        "Screenshot_20190101-101010_A program with a long name.jpg",
        "Screenshot_20190101-101010_A program with a lo.json")]
    [InlineData(
        "Screenshot_20190101-101010_A program with a(3).jpg", "Screenshot_20190101-101010_A program with a.jp(3).json")]
    public void A_companion_belongs_to_its_file(string main, string companion)
    {
        var names = new CompanionNames([.. new[] { "other.jpg", companion, main }.Select(Name)]);
        Assert.Equal([Name(companion)], names.Of(Name(main)));
        Assert.Equal([Name(main)], names.MainsOf(Name(companion)));
        Assert.Empty(names.Of(Name("other.jpg")));
    }

    [Theory]
    [InlineData("a.jpg", "b.xmp")]
    [InlineData("a.jpg", "a.txt")]
    [InlineData("a.jpg", "a.lrc")]
    [InlineData("a.mp3", "a.pp3")]
    [InlineData("a.jpg", "a.json")]
    [InlineData("a.jpg", "a.png")]
    [InlineData("a.jpg", "a.nef")]
    [InlineData("a.jpg", "ab.xmp")]
    [InlineData("a.b.jpg", "a.xmp")]
    [InlineData("a.txt", "a.xmp")]
    [InlineData("a(1).jpg", "a.jpg(2).json")]
    [InlineData("a(1).jpg", "a.jpg.json")]
    [InlineData("a.jpg", "a.jpg.supplementary.json")]
    [InlineData("package.jpg", "package.json")]
    [InlineData("IMG_12.HEIC", "IMG_1.AAE")]
    [InlineData("IMG_1.HEIC", "IMG_E1.AAE")]
    [InlineData(".jpg", ".xmp")]
    public void Other_files_are_no_companions(string main, string other)
    {
        var names = new CompanionNames([Name(main), Name(other)]);
        Assert.DoesNotContain(Name(main), names.MainsOf(Name(other)));
        Assert.DoesNotContain(Name(other), names.Of(Name(main)));
    }

    [Fact]
    public void A_companion_of_several_files_belongs_to_each()
    {
        var names = new CompanionNames([Name("a.xmp"), Name("a.jpg"), Name("a.cr2"), Name("a.tif"), Name("b.tif")]);
        Assert.Equal([Name("a.cr2"), Name("a.jpg"), Name("a.tif")], names.MainsOf(Name("a.xmp")).Order());
    }

    /// <summary>A folder of Google Takeout with names that are all cut at the same place.</summary>
    [Fact]
    public void A_large_folder_is_matched_without_comparing_each_name_with_each_other()
    {
        string[] photos =
        [
            .. Enumerable.Range(0, TestRun.Count(20_000, 200_000))
                .Select(static number => $"Screenshot_of_a_program_with_long_names_{number:D6}.jpg"),
        ];
        IEnumerable<string> sidecars = photos.Select(static name => $"{name[..46]}.json");
        var found = new CompanionNames([.. photos.Concat(sidecars).Select(Name)]);
        Assert.Equal(photos.Length, photos.Count(photo => found.Of(Name(photo)).Count == 1));
    }

    private static ReportName Name(string name) => new(name);
}

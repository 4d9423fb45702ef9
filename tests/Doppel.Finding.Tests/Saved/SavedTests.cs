using Doppel.Catalog;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>What a search does with saved volumes.</summary>
public sealed class SavedTests
{
    private static readonly byte[] s_small = Search.Random(1, 1000);
    private static readonly byte[] s_large = Search.Random(2, 100_000);

    [Fact]
    public void A_saved_copy_stays_and_all_copies_on_the_disk_are_redundant()
    {
        using var search = new SavedSearch();
        SavedVolume saved = search.Save(Drawer(), ["/d"]);
        MemoryVolume disk = Disk();
        using FindResult found = Search.Run(SavedSearch.Options(saved, ["/d"], disk, "/r"));
        Assert.Equal(
            """
            100000: catalog:v0/d/large | /r/large
            1000: catalog:v0/d/small=catalog:v0/d/small2 | /r/small | /r/small2
            """.ReplaceLineEndings("\n"),
            Search.Groups(found));
        Assert.All(found.Groups, static group => Assert.Equal(Proof.Digest, group.Proof));
        Assert.Equal((3, 102_000), (found.Summary.RedundantFiles, found.Summary.RedundantBytes));
        Assert.Equal(102_000, found.Summary.BytesRead);
        Assert.Equal(0, found.Summary.Known);
    }

    [Fact]
    public void Groups_of_saved_copies_only_are_shown_if_nothing_else_is_searched()
    {
        using var search = new SavedSearch();
        SavedVolume one = search.Save(Drawer(), ["/d"]);
        SavedVolume other = search.Save(Disk(), ["/r"]);
        var disk = new MemoryVolume();
        disk.AddFolder("/e");
        FindOptions options = SavedSearch.Options(one, ["/d"], other, "/r");
        using FindResult alone = Search.Run(options);
        Assert.Equal(2, alone.Groups.Count());
        using FindResult mixed = Search.Run(options with { Roots = [.. options.Roots, new FindRoot(disk, "/e")] });
        Assert.Empty(mixed.Groups);
    }

    [Fact]
    public void Files_of_the_size_of_a_saved_file_without_a_digest_are_counted_and_in_no_group_with_it()
    {
        using var search = new SavedSearch();
        SavedVolume saved = search.Save(Drawer(), ["/d"], SavedDigests.Known);
        Assert.Equal(0, saved.Totals.Digests);
        using FindResult found = Search.Run(SavedSearch.Options(saved, ["/d"], Disk(), "/r"));
        Assert.Equal("1000: /r/small | /r/small2", Search.Groups(found));
        Assert.Equal(3, found.Undecided);
        Assert.Empty(found.Problems);
    }

    [Fact]
    public void Saved_copies_count_as_those_of_a_reference()
    {
        using var search = new SavedSearch();
        SavedVolume saved = search.Save(Drawer(), ["/d"]);
        MemoryVolume disk = Disk();
        disk.AddFile("/ref/other", Search.Random(3, 500));
        disk.AddFile("/r/other2", Search.Random(3, 500));
        disk.AddFile("/r/x", Search.Random(4, 600));
        disk.AddFile("/r/y", Search.Random(4, 600));
        FindOptions options = SavedSearch.Options(saved, ["/d"], disk, "/r");
        using FindResult found = Search.Run(options with
        {
            Roots = [new FindRoot(disk, "/ref"), .. options.Roots],
            References = 1,
        });
        Assert.Equal([100_000, 1000, 500], found.Groups.Select(static group => group.Size).OrderDescending());
        Assert.Equal(4, found.Summary.RedundantFiles);
    }

    [Fact]
    public void A_file_that_is_a_root_is_saved_in_its_folder()
    {
        using var search = new SavedSearch();
        SavedVolume saved = search.Save(Drawer(), ["/d/large", "/d"]);
        Assert.Equal((3, 2), (saved.Totals.Names, saved.Totals.Files));
        using FindResult found = Search.Run(SavedSearch.Options(saved, ["/d/large"], Disk(), "/r/large"));
        Assert.Equal("100000: catalog:v0/d/large | /r/large", Search.Groups(found));
    }

    [Fact]
    public void A_file_that_cannot_be_read_is_saved_without_a_digest()
    {
        using var search = new SavedSearch();
        MemoryVolume drawer = Drawer();
        var faulty = new FaultyVolume(drawer, new Fault
        {
            Call = VolumeCall.OpenFile,
            PathSuffix = "large",
            Times = Fault.Always,
            Error = new VolumeError(VolumeErrorKind.AccessDenied),
        });
        SavedVolume saved = search.Save(faulty, ["/d"], out SaveResult result);
        Assert.Single(result.Problems);
        Assert.Equal((2, 1, 1), (saved.Totals.Files, saved.Totals.Digests, saved.Totals.Problems));
    }

    [Fact]
    public void Options_that_need_file_contents_are_refused()
    {
        using var search = new SavedSearch();
        SavedVolume saved = search.Save(Drawer(), ["/d"]);
        FindOptions options = SavedSearch.Options(saved, ["/d"], Disk(), "/r");
        Assert.Throws<ArgumentException>(() => (options with { Proof = ProofDemand.Bytes }).Validate());
        Assert.Throws<ArgumentException>(() => (options with { Folders = FolderMatching.ByName }).Validate());
        Assert.Throws<ArgumentException>(() => (options with { Roots = [.. options.Roots.Reverse()] }).Validate());
        options.Validate();
    }

    private static MemoryVolume Drawer()
    {
        var drawer = new MemoryVolume(41);
        drawer.AddFile("/d/small", s_small);
        drawer.AddHardLink("/d/small2", "/d/small");
        drawer.AddFile("/d/large", s_large);
        return drawer;
    }

    private static MemoryVolume Disk()
    {
        var disk = new MemoryVolume();
        disk.AddFile("/r/small", s_small);
        disk.AddFile("/r/small2", s_small);
        disk.AddFile("/r/large", s_large);
        disk.AddFile("/r/other", Search.Random(9, 77_777));
        return disk;
    }
}

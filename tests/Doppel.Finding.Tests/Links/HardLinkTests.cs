using Doppel.Reports;
using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Files with several names: all that were found, and how many were not.</summary>
public sealed class HardLinkTests
{
    [Fact]
    public void Every_inode_with_several_names_is_a_set()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/b", "content");
        volume.AddHardLink("/r/a", "/r/b");
        volume.AddHardLink("/r/sub/c", "/r/b");
        volume.AddFile("/r/alone", "content");
        volume.AddFile("/r/empty", "");
        volume.AddHardLink("/r/void", "/r/empty");
        LinkList.Check(LinkList.Options(volume, "/r"), """
            H 7 0: /r/a = /r/b = /r/sub/c
            H 0 0: /r/empty = /r/void
            """);
        Assert.Equal(0, volume.Counters.Opens);
        volume.Counters.AssertAllClosed();
    }

    [Fact]
    public void An_inode_of_which_one_name_was_found_is_a_set_of_one()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", "content");
        volume.AddHardLink("/elsewhere/b", "/r/a");
        volume.AddHardLink("/elsewhere/c", "/r/a");
        using LinkResult result = LinkList.Run(LinkList.Options(volume, "/r"));
        ReportHardLinks set = Assert.Single(result.HardLinks);
        Assert.Equal((2L, 0L, 3u), (set.Outside, set.FreesMax, set.Copy.Links));
        using LinkResult all = LinkList.Run(LinkList.Options(volume, "/"));
        set = Assert.Single(all.HardLinks);
        Assert.Equal((0L, 4096L, 3), (set.Outside, set.FreesMax, set.Copy.Names.Count));
    }

    [Fact]
    public void A_name_that_a_filter_leaves_out_counts_as_elsewhere()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a.txt", "content");
        volume.AddHardLink("/r/a.bak", "/r/a.txt");
        volume.AddHardLink("/r/deep/down/a", "/r/a.txt");
        volume.AddHardLink("/r/.a", "/r/a.txt");
        FindOptions options = LinkList.Options(volume, "/r");
        EntryFilter filter = options.Filter;
        LinkList.Check(
            options with { Filter = filter with { Hidden = false } }, "H 7 1: /r/a.bak = /r/a.txt = /r/deep/down/a");
        LinkList.Check(options with { Filter = filter with { DepthMax = 1 } }, "H 7 1: /r/.a = /r/a.bak = /r/a.txt");
        LinkList.Check(options with { Filter = filter with { Exclude = [Glob.Parse("*.bak"u8)] } },
            "H 7 1: /r/.a = /r/a.txt = /r/deep/down/a");
        LinkList.Check(options with { Filter = filter with { SizeMin = 8 } }, "");
    }

    // Two files of one size and inode number on two devices; one bind-mounted over another place.
    [Fact]
    public void Equal_numbers_on_two_devices_are_two_files()
    {
        var volume = new MemoryVolume();
        foreach (string folder in (string[])["/r/one", "/r/two"])
        {
            volume.AddFolder(folder).Device = folder == "/r/one" ? 42ul : 43ul;
            MemoryNode file = volume.AddFile(folder + "/a", "content");
            (file.Device, file.Inode) = (volume[folder].Device, 77);
            volume.AddHardLink(folder + "/b", folder + "/a");
        }

        volume.SetMount(new MountFacts { Device = 43, Traits = FileSystemTraits.TrustedIds });
        LinkList.Check(LinkList.Options(volume, "/r"), """
            H 7 0: /r/one/a = /r/one/b
            H 7 0: /r/two/a = /r/two/b
            """);
    }

    [Fact]
    public void More_names_than_the_inode_has_are_none_elsewhere()
    {
        // As where a file is mounted over another one: a name that the inode does not count.
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", "content");
        volume.AddHardLink("/r/b", "/r/a");
        volume.AddHardLink("/r/c", "/r/a");
        volume["/r/a"].Links = 2;
        LinkList.Check(LinkList.Options(volume, "/r"), "H 7 0: /r/a = /r/b = /r/c");
    }

    [Fact]
    public void Numbers_that_are_not_trusted_join_only_what_agrees_in_all()
    {
        var volume = new MemoryVolume();
        volume.SetMount(new MountFacts { Device = 42, FileSystem = "fuse" });
        volume.AddFile("/r/a", "content");
        volume.AddHardLink("/r/b", "/r/a");
        MemoryNode other = volume.AddFile("/r/c", "content");
        volume.AddHardLink("/r/d", "/r/c");
        LinkList.Check(LinkList.Options(volume, "/r"), """
            H 7 0: /r/a = /r/b
            H 7 0: /r/c = /r/d
            """);

        // One number for both: nobody can tell which names belong together.
        other.Inode = volume["/r/a"].Inode;
        LinkList.Check(LinkList.Options(volume, "/r"), """
            H 7 1: /r/a
            H 7 1: /r/b
            H 7 1: /r/c
            H 7 1: /r/d
            """);
    }

    [Fact]
    public void Roots_that_are_files_and_roots_in_roots_find_each_name_once()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", "content");
        volume.AddHardLink("/r/sub/b", "/r/a");
        volume.AddFile("/r/alone", "content");
        LinkList.Check(
            LinkList.Options(volume, "/r/sub/b", "/r/alone", "/r/sub", "/r", "/r"), "H 7 0: /r/sub/b = /r/a");
    }

    [Fact]
    public void A_name_that_changed_since_it_was_listed_is_a_problem()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", "content");
        volume.AddHardLink("/r/b", "/r/a");
        volume.AddFile("/r/x", "content");
        volume.AddHardLink("/r/y", "/r/x");
        volume.AddHardLink("/r/z", "/r/x");
        var faulty = new FaultyVolume(
            volume,
            new Fault { Call = VolumeCall.Stat, PathSuffix = "/b", Error = new(VolumeErrorKind.Vanished, 2) },
            new Fault
            {
                Call = VolumeCall.Stat,
                PathSuffix = "/y",
                Facts = facts => facts with { Changed = new FileTime(1, 1) },
            });
        LinkList.Check(LinkList.Options(faulty, "/r"), """
            H 7 1: /r/a
            H 7 1: /r/x = /r/z
            """, """
            /r/b confirm vanished
            /r/y confirm changed
            """);
    }

    [Fact]
    public void Paths_with_nothing_to_report_are_not_kept()
    {
        var volume = new MemoryVolume();
        for (int i = 0; i < 1000; i++)
        {
            volume.AddFile($"/r/{i}", "content");
        }

        volume.AddHardLink("/r/a", "/r/0");
        volume.AddLink("/r/b", "a");
        using LinkResult result = LinkList.Run(LinkList.Options(volume, "/r"));
        Assert.Equal(4, result.Paths.Count);
    }

    [Theory]
    [InlineData(VolumeCall.List)]
    [InlineData(VolumeCall.ReadLink)]
    [InlineData(VolumeCall.Extents)]
    public void Links_found_before_an_interruption_are_shown_as_partial(VolumeCall call)
    {
        var volume = new MemoryVolume();
        volume.SetMount(new MountFacts
        {
            Device = 42,
            FileSystemId = 1,
            Traits = FileSystemTraits.TrustedIds | FileSystemTraits.SharedExtents,
        });
        for (int i = 0; i < 200; i++)
        {
            volume.AddFile($"/r/{i}/a", "content").Extents =
                [new FileExtent(0, 4096, 4096, ExtentFlags.Shared | ExtentFlags.Last)];
            volume.AddHardLink($"/r/{i}/b", $"/r/{i}/a");
            volume.AddLink($"/r/{i}/c", "a");
        }

        using var stop = new CancellationTokenSource();
        var faulty = new FaultyVolume(volume, new Fault { Call = call, First = 3, Before = _ => stop.Cancel() });
        using LinkResult result = LinkLister.List(LinkList.Options(faulty, "/r"), LinkKinds.All, null, stop.Token);
        Assert.False(result.Summary.Complete);
        Assert.Empty(result.Problems);
        LinkList.CheckSummary(result);
        faulty.Counters.AssertAllClosed();
        volume.Counters.AssertAllClosed();
    }

    [Fact]
    public void Only_the_kinds_that_are_wanted_are_looked_at()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", "content");
        volume.AddHardLink("/r/b", "/r/a");
        volume.AddLink("/r/l", "a");
        LinkList.Check(LinkList.Options(volume, "/r"), "H 7 0: /r/a = /r/b", kinds: LinkKinds.Hard);
        Assert.Equal(0, volume.Counters.ReadLinks);
        long entries = volume.Counters.Of(VolumeCall.Entry);
        LinkList.Check(LinkList.Options(volume, "/r"), "S /r/l -> a File /r/a", kinds: LinkKinds.Symbolic);
        Assert.Equal(entries + 1, volume.Counters.Of(VolumeCall.Entry));
        LinkList.Check(LinkList.Options(volume, "/r"), "", kinds: LinkKinds.Reflinks);
        Assert.Throws<ArgumentOutOfRangeException>(() => LinkList.Run(LinkList.Options(volume, "/r"), LinkKinds.None));
    }
}

using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Symbolic links: what is written in them, what they lead to, and whether that lies elsewhere.</summary>
public sealed class SymbolicLinkTests
{
    [Fact]
    public void Every_link_reports_what_it_leads_to()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/file", "content");
        volume.AddSpecial("/r/pipe");
        volume.AddFile("/elsewhere/sub/x", "content");
        volume.AddLink("/r/a", "file");
        volume.AddLink("/r/b", "a");
        volume.AddLink("/r/c", "../elsewhere/sub");
        volume.AddLink("/r/d", "c/x");
        volume.AddLink("/r/e", "/r/missing/x");
        volume.AddLink("/r/f", "file/x");
        volume.AddLink("/r/g", "h");
        volume.AddLink("/r/h", "g");
        volume.AddLink("/r/i", "pipe");
        volume.AddLink("/r/j", ".");
        volume.AddLink("/r/k", "../..");
        volume.AddLink("/r/l", "missing/../file");
        volume.AddLink("/r/m", "/elsewhere/no");
        volume.AddLink("/r/n", "n/x");
        LinkList.Check(LinkList.Options(volume, "/r"), """
            S /r/a -> file File /r/file
            S /r/b -> a File /r/file
            S /r/c -> ../elsewhere/sub Folder /elsewhere/sub leaves
            S /r/d -> c/x File /elsewhere/sub/x leaves
            S /r/e -> /r/missing/x Broken /r/missing/x
            S /r/f -> file/x Broken /r/file/x
            S /r/g -> h Loop
            S /r/h -> g Loop
            S /r/i -> pipe Special /r/pipe
            S /r/j -> . Folder /r
            S /r/k -> ../.. Folder / leaves
            S /r/l -> missing/../file Broken /r/missing
            S /r/m -> /elsewhere/no Broken /elsewhere/no leaves
            S /r/n -> n/x Loop
            """);
        Assert.Equal(0, volume.Counters.Opens);
        volume.Counters.AssertAllClosed();
    }

    [Fact]
    public void A_chain_longer_than_the_system_follows_is_a_loop()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/0", "content");
        for (int i = 1; i <= 41; i++)
        {
            volume.AddLink($"/r/{i}", $"{i - 1}");
        }

        using LinkResult result = LinkList.Run(LinkList.Options(volume, "/r"));
        Assert.Equal((41, 0, 1), (
            result.Summary.SymbolicLinks, result.Summary.BrokenLinks, result.Summary.LoopingLinks));
    }

    [Fact]
    public void A_link_to_another_device_crosses_volumes()
    {
        var volume = new MemoryVolume();
        volume.AddFolder("/r/disk").Device = 43;
        volume.AddFile("/r/disk/x", "content").Device = 43;
        volume.AddLink("/r/a", "disk");
        volume.AddLink("/r/b", "disk/x");
        volume.AddLink("/r/c", "disk/y");
        MemoryNode inside = volume.AddLink("/r/disk/d", "x");
        inside.Device = 43;
        LinkList.Check(LinkList.Options(volume, "/r"), """
            S /r/a -> disk Folder /r/disk crosses
            S /r/b -> disk/x File /r/disk/x crosses
            S /r/c -> disk/y Broken /r/disk/y
            S /r/disk/d -> x File /r/disk/x
            """);
    }

    [Fact]
    public void Roots_reached_by_links_still_hold_what_lies_in_them()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/real/data/x", "content");
        volume.AddLink("/door", "real/data");
        volume.AddLink("/real/data/sub/a", "../x");
        volume.AddLink("/real/data/b", "/real/data/x");
        volume.AddLink("/real/data/c", "/door/x");
        volume.AddLink("/real/data/d", "../data");
        volume.AddLink("/real/data/e", "..");
        LinkList.Check(LinkList.Options(volume, "/door"), """
            S /door/b -> /real/data/x File /real/data/x
            S /door/c -> /door/x File /real/data/x
            S /door/d -> ../data Folder /real/data
            S /door/e -> .. Folder /real leaves
            S /door/sub/a -> ../x File /real/data/x
            """);
    }

    [Fact]
    public void Links_to_targets_in_any_root_do_not_leave_the_roots()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/a/x", "content");
        volume.AddFile("/a-b/x", "content");
        volume.AddFile("/b/deep/x", "content");
        volume.AddFile("/file", "content");
        volume.AddLink("/a/1", "../b/deep/x");
        volume.AddLink("/a/2", "../a-b/x");
        volume.AddLink("/a/3", "../file");
        volume.AddLink("/a/4", "../a");
        LinkList.Check(LinkList.Options(volume, "/b/deep", "/a", "/b", "/file"), """
            S /a/1 -> ../b/deep/x File /b/deep/x
            S /a/2 -> ../a-b/x File /a-b/x leaves
            S /a/3 -> ../file File /file
            S /a/4 -> ../a Folder /a
            """);

        // A root that sorts between another and what lies in that.
        using LinkResult three = LinkList.Run(LinkList.Options(volume, "/a", "/a-b", "/b"));
        Assert.Equal(
            ["/a/3"], three.SymbolicLinks.Where(link => link.LeavesRoots == true).Select(link => $"{link.Name}"));
        volume.AddLink("/a/5", "x");
        using LinkResult two = LinkList.Run(LinkList.Options(volume, "/a-b", "/a"));
        Assert.Equal(
            ["/a/1", "/a/3"],
            two.SymbolicLinks.Where(link => link.LeavesRoots == true).Select(link => $"{link.Name}"));
        volume.Remove("/a/5");
        LinkList.Check(LinkList.Options(volume, "/"), """
            S /a/1 -> ../b/deep/x File /b/deep/x
            S /a/2 -> ../a-b/x File /a-b/x
            S /a/3 -> ../file File /file
            S /a/4 -> ../a Folder /a
            """);
    }

    [Fact]
    public void A_root_that_is_a_link_itself_is_listed_once()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/file", "content");
        volume.AddLink("/r/l", "file");
        volume.AddLink("/s/broken", "nowhere");
        volume.AddLink("/s/out", "../r/file");
        LinkList.Check(LinkList.Options(volume, "/r/l", "/s/broken", "/s/out", "/r", "/s"), """
            S /r/l -> file File /r/file
            S /s/broken -> nowhere Broken /s/nowhere
            S /s/out -> ../r/file File /r/file
            """);
        LinkList.Check(LinkList.Options(volume, "/s/out"), "S /s/out -> ../r/file File /r/file leaves");
        LinkList.Check(LinkList.Options(volume, "/s/out"), "", "/s/out stat is-link", LinkKinds.Hard);
    }

    [Fact]
    public void Filters_of_names_depth_and_times_look_at_links_too()
    {
        var volume = new MemoryVolume();
        volume.AddLink("/r/a.txt", "x").Modified = new FileTime(100, 0);
        volume.AddLink("/r/b", "x").Modified = new FileTime(200, 0);
        volume.AddLink("/r/.c", "x").Modified = new FileTime(300, 0);
        volume.AddLink("/r/no/d", "x").Modified = new FileTime(400, 0);
        FindOptions options = LinkList.Options(volume, "/r");
        Check(new EntryFilter(), ".c a.txt b no/d");
        Check(new EntryFilter { SizeMin = 1000 }, ".c a.txt b no/d");
        Check(new EntryFilter { Extensions = ["txt"] }, "a.txt");
        Check(new EntryFilter { Hidden = false }, "a.txt b no/d");
        Check(new EntryFilter { Include = [Glob.Parse("[bd]")] }, "b no/d");
        Check(new EntryFilter { Exclude = [Glob.Parse("no/"), Glob.Parse("b")] }, ".c a.txt");
        Check(new EntryFilter { DepthMax = 1 }, ".c a.txt b");
        Check(new EntryFilter { NewerThan = new FileTime(200, 0) }, ".c no/d");
        Check(new EntryFilter { OlderThan = new FileTime(200, 0) }, "a.txt");

        void Check(EntryFilter filter, string names)
        {
            using LinkResult result = LinkList.Run(options with { Filter = filter });
            Assert.Equal(names, string.Join(' ', result.SymbolicLinks.Select(link => $"{link.Name}"["/r/".Length..])));
            LinkList.CheckSummary(result);
        }
    }

    [Fact]
    public void Entries_that_cannot_be_inspected_are_problems()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/locked/x", "content");
        volume.AddFile("/r/x", "content");
        volume.AddLink("/r/a", "locked/x");
        volume.AddLink("/r/b", "x");
        volume.AddLink("/r/c", "x");
        volume.AddLink("/r/d", new string('n', 256));
        volume["/r/locked"].Failure = new VolumeError(VolumeErrorKind.AccessDenied, 13);
        var faulty = new FaultyVolume(
            volume,
            new Fault { Call = VolumeCall.ReadLink, PathSuffix = "/b", Error = new(VolumeErrorKind.BadName) },
            new Fault { Call = VolumeCall.Stat, PathSuffix = "/c", Error = new(VolumeErrorKind.Vanished, 2) });
        LinkList.Check(LinkList.Options(faulty, "/r"), $"""
            S /r/a -> locked/x Unknown
            S /r/b ->  File
            S /r/d -> {new string('n', 256)} Broken
            """, """
            /r/a follow access-denied
            /r/b read bad-name
            /r/c confirm vanished
            /r/locked list access-denied
            """);
    }

    // The kind that a listing does not tell is asked for.
    [Fact]
    public void Links_are_found_in_folders_whose_listing_omits_kinds()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", "content").ListedAsUnknown = true;
        volume.AddHardLink("/r/b", "/r/a");
        volume.AddLink("/r/c", "a").ListedAsUnknown = true;
        LinkList.Check(LinkList.Options(volume, "/r"), """
            H 7 0: /r/a = /r/b
            S /r/c -> a File /r/a
            """);
        LinkList.Check(LinkList.Options(volume, "/r"), "S /r/c -> a File /r/a", kinds: LinkKinds.Symbolic);
        LinkList.Check(LinkList.Options(volume, "/r"), "H 7 0: /r/a = /r/b", kinds: LinkKinds.Hard);
    }
}

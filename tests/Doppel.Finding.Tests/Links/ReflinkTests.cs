using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Files in the same blocks, told without reading a byte.</summary>
public sealed class ReflinkTests
{
    private const int Size = 10_000;

    [Fact]
    public void Files_in_the_same_blocks_are_a_set()
    {
        MemoryVolume volume = Volume();
        Add(volume, "/r/c", Size, at: 1 << 20);
        Add(volume, "/r/a", Size, at: 1 << 20);
        Add(volume, "/r/b", Size, at: 1 << 21);
        Add(volume, "/r/d", Size, at: 1 << 21);
        Add(volume, "/r/e", Size, at: 1 << 22);
        Add(volume, "/r/small", 100, at: 1 << 23);
        Add(volume, "/r/tiny", 100, at: 1 << 23);
        Add(volume, "/r/other-size", 101, at: 1 << 23);
        volume.AddFile("/r/empty1", "");
        volume.AddFile("/r/empty2", "");
        LinkList.Check(LinkList.Options(volume, "/r"), """
            R 10000: /r/a | /r/c
            R 10000: /r/b | /r/d
            R 100: /r/small | /r/tiny
            """);
        Assert.Equal((7, 0), (volume.Counters.Opens, volume.Counters.Reads));
        volume.Counters.AssertAllClosed();
    }

    [Fact]
    public void Hard_links_of_a_reflinked_file_are_its_names()
    {
        MemoryVolume volume = Volume();
        Add(volume, "/r/a", Size, at: 1 << 20);
        Add(volume, "/r/b", Size, at: 1 << 20);
        volume.AddHardLink("/r/a2", "/r/a");
        LinkList.Check(LinkList.Options(volume, "/r"), """
            H 10000 0: /r/a = /r/a2
            R 10000: /r/a = /r/a2 | /r/b
            """);
    }

    // A file that is mounted over another one is listed under two names though it has one.
    [Fact]
    public void One_inode_under_two_names_shares_nothing_with_itself()
    {
        MemoryVolume volume = Volume();
        Add(volume, "/r/a", Size, at: 1 << 20);
        Add(volume, "/r/b", Size, at: 1 << 20);
        MemoryNode shown = Add(volume, "/r/c", Size, at: 1 << 20);
        Check("R 10000: /r/a | /r/b | /r/c");
        MemoryNode real = volume["/r/a"];
        (shown.Inode, shown.Modified, shown.Changed) = (real.Inode, real.Modified, real.Changed);
        Check("R 10000: /r/a = /r/c | /r/b");
        volume.Remove("/r/b");
        Check("");

        void Check(string expected) => LinkList.Check(LinkList.Options(volume, "/r"), expected);
    }

    [Fact]
    public void Nothing_is_opened_where_blocks_cannot_be_shared_or_queried()
    {
        var volume = new MemoryVolume();
        Add(volume, "/r/a", Size, at: 1 << 20);
        Add(volume, "/r/b", Size, at: 1 << 20);
        LinkList.Check(LinkList.Options(volume, "/r"), "");
        Assert.Equal(0, volume.Counters.Opens);

        MemoryVolume untold = Volume();
        for (int i = 0; i < 100; i++)
        {
            untold.AddFile($"/r/{i:d2}", new byte[Size]);
        }

        LinkList.Check(LinkList.Options(untold, "/r") with { Threads = 1 }, "");
        Assert.Equal(1, untold.Counters.Of(VolumeCall.Extents));
    }

    [Fact]
    public void Equal_addresses_on_two_file_systems_share_nothing()
    {
        MemoryVolume volume = Volume();
        volume.SetMount(new MountFacts
        {
            Device = 43,
            FileSystemId = 2,
            Traits = FileSystemTraits.TrustedIds | FileSystemTraits.SharedExtents,
        });
        Add(volume, "/r/a", Size, at: 1 << 20);
        volume.AddFolder("/r/disk").Device = 43;
        Add(volume, "/r/disk/b", Size, at: 1 << 20).Device = 43;
        LinkList.Check(LinkList.Options(volume, "/r"), "");
        Assert.Equal(0, volume.Counters.Opens);
        Add(volume, "/r/disk/c", Size, at: 1 << 20).Device = 43;
        LinkList.Check(LinkList.Options(volume, "/r"), "R 10000: /r/disk/b | /r/disk/c");
        Assert.Equal(2, volume.Counters.Opens);
    }

    [Fact]
    public void A_file_that_changes_while_it_is_asked_shares_nothing()
    {
        MemoryVolume volume = Volume();
        Add(volume, "/r/a", Size, at: 1 << 20);
        Add(volume, "/r/b", Size, at: 1 << 20);
        Add(volume, "/r/c", Size, at: 1 << 20);
        var faulty = new FaultyVolume(volume, new Fault
        {
            Call = VolumeCall.StatFile,
            PathSuffix = "/b",
            Facts = facts => facts with { Modified = new FileTime(1, 0) },
        });
        LinkList.Check(LinkList.Options(faulty, "/r"), "R 10000: /r/a | /r/c", "/r/b read changed");
    }

    [Fact]
    public void A_file_that_cannot_be_opened_is_a_problem_and_keeps_its_names()
    {
        MemoryVolume volume = Volume();
        Add(volume, "/r/a", Size, at: 1 << 20);
        volume.AddHardLink("/r/z", "/r/a");
        Add(volume, "/r/b", Size, at: 1 << 20);
        volume["/r/a"].Failure = new VolumeError(VolumeErrorKind.AccessDenied, 13);
        LinkList.Check(
            LinkList.Options(volume, "/r"), "H 10000 0: /r/a = /r/z",
            "/r/a open access-denied\n/r/z open access-denied");
    }

    [Fact]
    public void Files_that_have_vanished_by_the_end_are_in_no_set()
    {
        MemoryVolume volume = Volume();
        Add(volume, "/r/a", Size, at: 1 << 20);
        Add(volume, "/r/b", Size, at: 1 << 20);
        var faulty = new FaultyVolume(volume, new Fault
        {
            Call = VolumeCall.Stat,
            PathSuffix = "/b",
            Error = new(VolumeErrorKind.Vanished, 2),
        });
        LinkList.Check(LinkList.Options(faulty, "/r"), "", "/r/b confirm vanished");
    }

    [Fact]
    public void A_root_that_is_a_file_with_one_name_is_no_hard_link()
    {
        MemoryVolume volume = Volume();
        Add(volume, "/r/a", Size, at: 1 << 20);
        Add(volume, "/r/b", Size, at: 1 << 20);
        LinkList.Check(LinkList.Options(volume, "/r/a", "/r/b"), "R 10000: /r/a | /r/b");
    }

    private static MemoryVolume Volume()
    {
        var volume = new MemoryVolume();
        volume.SetMount(new MountFacts
        {
            Device = 42,
            FileSystemId = 1,
            Traits = FileSystemTraits.TrustedIds | FileSystemTraits.SharedExtents,
        });
        return volume;
    }

    private static MemoryNode Add(MemoryVolume volume, string path, int size, long at)
    {
        MemoryNode file = volume.AddFile(path, new byte[size]);
        file.Extents = [new FileExtent(0, at, (size + 4095) / 4096 * 4096, ExtentFlags.Shared | ExtentFlags.Last)];
        return file;
    }
}

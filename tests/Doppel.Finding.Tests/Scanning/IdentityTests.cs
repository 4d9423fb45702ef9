using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Identity is device and inode together, and only where the volume's numbers can be trusted.</summary>
public sealed class IdentityTests
{
    private static readonly MountFacts s_trusted = new() { Device = 42, Traits = FileSystemTraits.TrustedIds };

    [Fact]
    public void Equal_inode_numbers_on_two_devices_are_two_copies()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", "content").Inode = 7;
        MemoryNode other = volume.AddFile("/r/b", "content");
        (other.Inode, other.Device) = (7, 99);
        Search.Check(Search.Options(volume, "/r"), "7: /r/a | /r/b");
    }

    [Fact]
    public void Equal_numbers_on_two_volumes_are_two_copies()
    {
        var first = new MemoryVolume();
        var second = new MemoryVolume();
        first.AddFile("/a/x", "content").Inode = 7;
        second.AddFile("/b/x", "content").Inode = 7;
        FindOptions options = Search.Options(first, "/a");
        FindRoot[] roots = [.. options.Roots, .. Search.Options(second, "/b").Roots];
        Search.Check(options with { Roots = roots }, "7: /a/x | /b/x");
    }

    [Fact]
    public void Two_names_of_one_number_with_one_link_each_are_one_file_mounted_twice()
    {
        var volume = new MemoryVolume();
        volume.SetMount(s_trusted);
        volume.AddFile("/r/a", "content").Inode = 7;
        volume.AddFile("/r/b", "content").Inode = 7;
        Search.Check(Search.Options(volume, "/r"), "");
        volume.AddFile("/r/c", "content");
        Search.Check(Search.Options(volume, "/r"), "7: /r/a=/r/b | /r/c");
    }

    [Theory]
    [InlineData("/a", "7: /r/b | /r/c")]
    [InlineData("/b", "7: /r/a | /r/c")]
    [InlineData("/c", "")]
    public void Each_name_of_a_file_that_is_mounted_twice_is_checked_before_the_report(string changed, string groups)
    {
        var memory = new MemoryVolume();
        memory.SetMount(s_trusted);
        memory.AddFile("/r/a", "content").Inode = 7;
        memory.AddFile("/r/b", "content").Inode = 7;
        memory.AddFile("/r/c", "content");
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.Stat,
            PathSuffix = changed,
            Times = Fault.Always,
            Facts = static facts => facts with { Inode = 99 },
        });
        Search.Check(Search.Options(volume, "/r"), groups, $"/r{changed} confirm changed");
    }

    [Fact]
    public void Files_with_equal_untrusted_inode_numbers_are_compared_by_content()
    {
        var volume = new MemoryVolume();
        volume.SetMount(new MountFacts { Device = 42 });
        MemoryNode a = volume.AddFile("/r/a", "content");
        MemoryNode b = volume.AddFile("/r/b", "CONTENT");
        MemoryNode c = volume.AddFile("/r/c", "content");
        foreach (MemoryNode node in (MemoryNode[])[a, b, c])
        {
            (node.Inode, node.Links) = (7, 2);
        }

        Search.Check(Search.Options(volume, "/r"), "7: /r/a | /r/c");
    }

    [Fact]
    public void Other_file_systems_stay_out_when_asked_and_virtual_ones_unless_named()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", "content");
        volume.AddFile("/r/b", "content");
        volume.AddFile("/r/mnt/c", "content").Device = 50;
        volume["/r/mnt"].Device = 50;
        FindOptions options = Search.Options(volume, "/r");
        Search.Check(options, "7: /r/a | /r/b | /r/mnt/c");
        Search.Check(options with { OneFileSystem = true }, "7: /r/a | /r/b");
        volume.SetMount(new MountFacts { Device = 50, Traits = FileSystemTraits.Virtual });
        Search.Check(options, "7: /r/a | /r/b");
        Search.Check(Search.Options(volume, "/r", "/r/mnt"), "7: /r/a | /r/b | /r/mnt/c");
    }

    [Fact]
    public void A_virtual_file_system_is_not_entered_even_if_a_file_of_it_was_met_first()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/mnt/x", "content").Device = 50;
        volume.AddFile("/mnt/y", "content").Device = 50;
        volume["/mnt"].Device = 50;
        volume.SetMount(new MountFacts { Device = 50, Traits = FileSystemTraits.Virtual });
        Search.Check(Search.Options(volume, "/mnt/x", "/"), "");
        volume.AddLink("/r/link", "/mnt/x");
        Search.Check(Search.Options(volume, "/r", "/") with { Links = LinkFollowing.Follow }, "");
    }

    [Fact]
    public void A_folder_mounted_at_two_places_is_listed_at_the_shallowest_and_first()
    {
        for (int turn = 0; turn < 20; turn++)
        {
            var volume = new MemoryVolume();
            volume.AddFile("/r/z/x", "content");
            volume.AddFile("/r/m/deep/y", "content");
            volume.AddFile("/r/a/x", "content");
            volume.AddFile("/r/k/x", "content");
            MemoryNode folder = volume["/r/z"];
            foreach (string again in (string[])["/r/m/deep", "/r/a", "/r/k"])
            {
                (volume[again].Device, volume[again].Inode) = (folder.Device, folder.Inode);
            }

            volume["/r/z/x"].Inode = 1001;
            Search.Check(Search.Options(volume, "/r") with { Threads = 4, Uniques = false }, "");
            using FindResult result = Search.Run(Search.Options(volume, "/r") with { Threads = 4, Uniques = true });
            Assert.Equal("7: /r/a/x", Search.Uniques(result));
        }
    }
}

using System.Text;
using Doppel.Testing;

namespace Doppel.Volumes.Tests;

/// <summary>The short look at what lies below a path.</summary>
public sealed class DeviceLookTests
{
    private static readonly TimeSpan s_latency = TimeSpan.FromMilliseconds(3);

    [Theory]
    [InlineData(0, 0)]
    [InlineData(1, 1)]
    [InlineData(15, 15)]
    [InlineData(16, 16)]
    [InlineData(17, 16)]
    [InlineData(1000, 16)]
    public void At_most_16_files_are_probed(int files, int probed)
    {
        MemoryVolume volume = Volume(Enumerable.Range(0, files).Select(i => $"/a/{i % 20}/{i}"));
        Assert.Equal(Enumerable.Repeat(s_latency, probed), DeviceLook.Probe(volume, "/"u8));
        Assert.Equal(probed, volume.Counters.Of(VolumeCall.Probe));
        volume.Counters.AssertAllClosed();
    }

    [Fact]
    public void The_files_probed_are_each_another_one_and_lie_far_apart()
    {
        MemoryVolume memory = Volume(Enumerable.Range(0, 320).Select(i => $"/{i / 40}/{i % 40}"));
        var probed = new List<string>();
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.Probe,
            Times = Fault.Always,
            Before = path => probed.Add(path),
        });
        DeviceLook.Probe(volume, "/"u8);

        // Made in this order, so numbered in this order: one of every 20, and never the next one in a row.
        int[] places = [.. probed.Select(path => path.Trim('/').Split('/')).Select(
            names => (int.Parse(names[0]) * 40) + int.Parse(names[1]))];
        Assert.Equal(Enumerable.Range(0, 16).Select(i => i * 20), places.Order());
        Assert.All(places.Zip(places.Skip(1)), pair => Assert.True(Math.Abs(pair.First - pair.Second) >= 100));
    }

    [Fact]
    public void No_more_than_2000_entries_are_looked_at_and_no_folder_takes_them_all()
    {
        MemoryVolume volume = Volume(
            Enumerable.Range(0, 3000).Select(i => $"/big/{i}")
            .Concat(Enumerable.Range(0, 5000).Select(i => $"/small{i / 10}/{i}")));
        Assert.Equal(DeviceLook.FilesMax, DeviceLook.Probe(volume, "/"u8).Count);
        Assert.InRange(volume.Counters.Of(VolumeCall.Entry), 500, DeviceLook.EntriesMax);
    }

    [Fact]
    public void Empty_files_links_and_other_mounts_are_left_alone()
    {
        MemoryVolume volume = Volume(["/one", "/other/two", "/other/deep/three"]);
        volume.AddFile("/empty", "");
        volume.AddLink("/link", "/one");
        volume.AddSpecial("/fifo");
        foreach (string path in (string[])["/other", "/other/two", "/other/deep", "/other/deep/three"])
        {
            volume[path].Device = 77;
        }

        Assert.Single(DeviceLook.Probe(volume, "/"u8));
        Assert.Equal((1, 1), (volume.Counters.Of(VolumeCall.Probe), volume.Counters.Lists));
    }

    [Fact]
    public void Entries_that_cannot_be_probed_or_opened_are_left_out()
    {
        MemoryVolume volume = Volume(["/a/one", "/b/two", "/c"]);
        volume["/a"].Failure = new VolumeError(VolumeErrorKind.AccessDenied, 13);
        volume["/b/two"].Failure = new VolumeError(VolumeErrorKind.AccessDenied, 13);
        Assert.Single(DeviceLook.Probe(volume, "/"u8));
        Assert.Empty(DeviceLook.Probe(volume, "/a"u8));
        Assert.Empty(DeviceLook.Probe(volume, "/missing"u8));
        volume.Counters.AssertAllClosed();
    }

    [Theory]
    [InlineData("/here", "here")]
    [InlineData("/here/file", "here")]
    [InlineData("/there", "there")]
    [InlineData("/there/file", "there")]
    [InlineData("/to-folder", "there")]
    [InlineData("/to-file", "there")]
    [InlineData("/here/relative", "there")]
    [InlineData("/top", "here")]
    public void The_mount_of_a_file_is_that_of_its_folder_and_links_are_followed(string path, string mount)
    {
        MemoryVolume volume = Volume(["/here/file", "/there/file", "/top"]);
        volume.SetMount(new MountFacts { Device = 42, MountPoint = "here" });
        volume.SetMount(new MountFacts { Device = 77, MountPoint = "there" });
        volume["/there"].Device = 77;
        volume.AddLink("/to-folder", "there");
        volume.AddLink("/to-file", "/to-folder/file");
        volume.AddLink("/here/relative", "../there/file");
        Assert.Equal(VolumeError.None, DeviceLook.MountAt(volume, Encoding.UTF8.GetBytes(path), out MountFacts facts));
        Assert.Equal(mount, facts.MountPoint);
        volume.Counters.AssertAllClosed();
    }

    [Fact]
    public void A_missing_path_or_a_link_loop_has_no_mount()
    {
        MemoryVolume volume = Volume([]);
        volume.AddLink("/circle", "circle");
        Assert.Equal(
            VolumeErrorKind.Vanished, DeviceLook.MountAt(volume, "/missing"u8, out MountFacts facts).Kind);
        Assert.Equal(MountFacts.Unknown, facts);
        Assert.Equal(VolumeErrorKind.IsLink, DeviceLook.MountAt(volume, "/circle"u8, out _).Kind);
    }

    [Fact]
    public void A_rule_speaks_of_every_device_below_its_path_and_the_later_one_counts()
    {
        MemoryVolume volume = Volume(["/one/file", "/two/file"]);
        PhysicalDevice[] disks = [new() { Name = "sda" }, new() { Name = "sdb" }];
        volume.SetMount(new MountFacts { Device = 42, Devices = disks });
        volume.SetMount(new MountFacts { Device = 77, Devices = disks[..1] });
        volume["/two"].Device = 77;
        DeviceRule first = new("/one/file"u8.ToArray(), DeviceKind.Rotating, 0);
        DeviceRule second = new("/two"u8.ToArray(), DeviceKind.Solid, 0);
        DeviceRule gone = new("/gone"u8.ToArray(), DeviceKind.Network, 0);
        IReadOnlyDictionary<string, DeviceRule> rules = DeviceLook.RulesByDevice(volume, [first, second, gone]);
        Assert.Equal([("sda", second), ("sdb", first)], rules.OrderBy(rule => rule.Key).Select(r => (r.Key, r.Value)));
    }

    private static MemoryVolume Volume(IEnumerable<string> files)
    {
        var volume = new MemoryVolume { ProbeLatency = s_latency };
        foreach (string file in files)
        {
            volume.AddFile(file, "content");
        }

        return volume;
    }
}

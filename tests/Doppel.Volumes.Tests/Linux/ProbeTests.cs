using System.Globalization;
using System.Runtime.Versioning;
using System.Text;

namespace Doppel.Volumes.Tests;

/// <summary>What a probe asks of the device, as the kernel counts it for this thread.</summary>
[SupportedOSPlatform("linux")]
public sealed class ProbeTests
{
    private const int ProbeBytes = 4096;

    private readonly LinuxVolume _volume = new();

    [Fact]
    public void Every_probe_reads_4_KiB_from_the_device_however_often_the_file_was_read()
    {
        using var place = new DiskPlace(_volume, PlaceAbilities.All);
        place.AddFile("file", new byte[1 << 20]);
        Assert.SkipWhen(IsInMemory(place), "the folder for temporary files is memory");
        AssertReads4KiB(place.At("file"));
    }

    [Fact]
    public void So_it_does_where_a_file_system_reads_through_its_cache_whatever_it_is_asked()
    {
        MountTool.Require("mkfs.ext4");
        using var place = new DiskPlace(_volume, PlaceAbilities.All);
        string folder = Encoding.UTF8.GetString(place.Root);
        string image = MountTool.Image(folder + "/image", 64 << 20);
        string point = Directory.CreateDirectory(folder + "/point").FullName;
        MountTool.Run("mkfs.ext4", "-q", image);
        MountTool.Mounted(point, ["-o", "loop,data=journal", image, point], () =>
        {
            File.WriteAllBytes(point + "/file", new byte[1 << 20]);
            MountTool.Run("sync", "--file-system", point);
            AssertReads4KiB(place.At("point/file"));
        });
    }

    private void AssertReads4KiB(byte[] path)
    {
        ReadWhole(path);

        // The first one also writes out what is not on the disk yet.
        Probe(path);
        var read = new List<long>();
        for (int round = 0; round < 3; round++)
        {
            long before = BytesFromDevice();
            Probe(path);
            read.Add(BytesFromDevice() - before);
            ReadWhole(path);
        }

        // A page of this program that the system took away in between may come on top of one of them.
        Assert.Equal(ProbeBytes, read.Min());
    }

    private static bool IsInMemory(DiskPlace place)
    {
        place.Volume.OpenFolder(FolderHandle.None, place.Root, LinkPolicy.Stay, out FolderHandle folder, out _);
        MountFacts facts = place.Volume.MountOf(folder);
        place.Volume.Close(folder);
        return facts.DeviceKind == DeviceKind.Memory;
    }

    private void Probe(byte[] path)
    {
        VolumeError error = _volume.Probe(FolderHandle.None, path, out TimeSpan latency);
        Assert.SkipWhen(error.Kind == VolumeErrorKind.Unsupported, "no way past the cache here");
        Assert.Equal(VolumeError.None, error);
        Assert.True(latency > TimeSpan.Zero);
    }

    private void ReadWhole(byte[] path)
    {
        _volume.OpenFile(FolderHandle.None, path, out FileHandle file, out FileFacts facts);
        _volume.Read(file, 0, new byte[facts.Size], out _);
        _volume.Close(file);
    }

    private static long BytesFromDevice()
    {
        string[] lines = File.ReadAllLines("/proc/thread-self/io");
        string line = Assert.Single(lines, line => line.StartsWith("read_bytes:", StringComparison.Ordinal));
        return long.Parse(line.AsSpan("read_bytes:".Length), CultureInfo.InvariantCulture);
    }
}

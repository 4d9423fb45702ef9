using System.Runtime.Versioning;
using static Doppel.Volumes.Tests.MountTool;

namespace Doppel.Volumes.Tests;

/// <summary>From mounts that root makes for the test down to the devices below them.</summary>
[SupportedOSPlatform("linux")]
public sealed class RealDeviceTests : IDisposable
{
    private const long ImageBytes = 256L * 1024 * 1024;

    private readonly string _folder = Directory.CreateTempSubdirectory("doppel-devices-").FullName;
    private readonly LinuxVolume _volume = new();

    public static IEnumerable<IVolume> Volumes => [new LinuxVolume(), new PortableVolume()];

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void An_image_has_the_devices_of_the_folder_that_it_lies_in()
    {
        Require("mkfs.ext4");
        string image = Image(_folder + "/image file", ImageBytes);
        string point = Directory.CreateDirectory(_folder + "/mount point").FullName;
        Run("mkfs.ext4", "-q", image);
        Mounted(point, ["-o", "loop", image, point], () =>
        {
            AssertDevices(point, _folder);
            Assert.NotEqual(MountOf(_folder).Device, MountOf(point).Device);
            AssertProbed(point);
        });
    }

    [Fact]
    public void A_file_system_over_two_images_has_the_devices_of_both()
    {
        Require("mkfs.btrfs");
        string memory = Directory.CreateDirectory(_folder + "/memory").FullName;
        string point = Directory.CreateDirectory(_folder + "/point").FullName;
        Mounted(memory, ["-t", "tmpfs", "-o", "size=300m", "tmpfs", memory], () =>
            Attached(Image(_folder + "/one", ImageBytes), one =>
                Attached(Image(memory + "/two", ImageBytes), two =>
                {
                    Run("mkfs.btrfs", "-q", "-m", "single", "-d", "single", one, two);
                    Mounted(point, ["-t", "btrfs", "-o", "device=" + two, one, point], () =>
                    {
                        AssertDevices(point, _folder, memory);
                        Run("btrfs", "-q", "subvolume", "create", point + "/sub");
                        AssertDevices(point + "/sub", _folder, memory);
                        AssertProbed(point);
                    });
                })));
    }

    [Fact]
    public void An_overlay_has_the_devices_of_its_layers()
    {
        Require("mount");
        string lower = Directory.CreateDirectory(_folder + "/lower, with a comma").FullName;
        string upper = Directory.CreateDirectory(_folder + "/upper").FullName;
        string work = Directory.CreateDirectory(_folder + "/work").FullName;
        string point = Directory.CreateDirectory(_folder + "/point").FullName;
        Mounted(lower, ["-t", "tmpfs", "tmpfs", lower], () =>
        {
            string layers = $"lowerdir={lower.Replace(",", "\\,")},upperdir={upper},workdir={work}";
            Mounted(point, ["-t", "overlay", "-o", layers, "overlay", point], () =>
            {
                AssertDevices(point, _folder, lower);
                AssertProbed(point);
            });
        });
    }

    [Fact]
    public void A_folder_shown_through_FUSE_has_the_devices_of_the_folder()
    {
        Require("bindfs");
        Assert.SkipWhen(
            MountOf(_folder).DeviceKind == DeviceKind.Memory, "needs a folder for temporary files that is on a disk");
        string real = Directory.CreateDirectory(_folder + "/real").FullName;
        string point = Directory.CreateDirectory(_folder + "/point").FullName;
        Run("bindfs", real, point);
        Unmounting(point, () =>
        {
            Assert.StartsWith("fuse", MountOf(point).FileSystem, StringComparison.Ordinal);
            AssertDevices(point, _folder);
            AssertProbed(point);
        });
    }

    [Fact]
    public void Memory_is_one_device_wherever_it_is_mounted()
    {
        Require("mount");
        Mounted(_folder, ["-t", "tmpfs", "tmpfs", _folder], () =>
            Assert.Equal(
                [new PhysicalDevice { Name = "memory", Kind = DeviceKind.Memory }], MountOf(_folder, _volume).Devices));
    }

    private static void AssertDevices(string point, params string[] places)
    {
        foreach (IVolume volume in Volumes)
        {
            PhysicalDevice[] expected = [.. places.SelectMany(place => MountOf(place, volume).Devices).Distinct()
                .OrderBy(device => device.Name, StringComparer.Ordinal)];
            Assert.Equal(expected, MountOf(point, volume).Devices);
        }
    }

    // A probe works everywhere, or says that it cannot.
    private void AssertProbed(string point)
    {
        File.WriteAllBytes(point + "/probed", new byte[100_000]);
        VolumeError error = _volume.Probe(
            FolderHandle.None, System.Text.Encoding.UTF8.GetBytes(point + "/probed"), out TimeSpan latency);
        Assert.True(error.Kind == VolumeErrorKind.Unsupported || latency > TimeSpan.Zero, $"{error}, {latency}");
    }
}

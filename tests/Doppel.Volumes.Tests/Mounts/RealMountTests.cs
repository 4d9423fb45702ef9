using static Doppel.Volumes.Tests.MountTool;

namespace Doppel.Volumes.Tests;

/// <summary>What this machine itself mounts, and images that root mounts for the test.</summary>
[System.Runtime.Versioning.SupportedOSPlatform("linux")]
public sealed class RealMountTests
{
    private const FileSystemTraits Local =
        FileSystemTraits.HardLinks | FileSystemTraits.SymbolicLinks | FileSystemTraits.TrustedIds;

    [Fact]
    public void Proc_and_sys_are_virtual()
    {
        foreach (string path in (string[])["/proc", "/sys"])
        {
            MountFacts facts = MountOf(path);
            Assert.True(facts.Traits.HasFlag(FileSystemTraits.Virtual), path);
            Assert.Equal(path, facts.MountPoint);
        }
    }

    [Fact]
    public void A_file_system_without_a_device_reports_its_block_size()
    {
        MountFacts facts = MountOf("/dev/shm");
        Assert.Equal(("tmpfs", DeviceKind.Memory, Environment.SystemPageSize),
            (facts.FileSystem, facts.DeviceKind, facts.SectorBytes));
    }

    [Theory]
    [InlineData("ext4", Local | FileSystemTraits.Holes, "-q")]
    [InlineData("xfs", Local | FileSystemTraits.SharedExtents | FileSystemTraits.Holes, "-q")]
    [InlineData(
        "btrfs", Local | FileSystemTraits.Reflinks | FileSystemTraits.SharedExtents | FileSystemTraits.Holes, "-q")]
    public void A_mounted_image_is_identified_as_what_it_is(string fileSystem, FileSystemTraits traits, string quiet)
    {
        Require("mkfs." + fileSystem);
        string folder = Directory.CreateTempSubdirectory("doppel-image-").FullName;
        try
        {
            string image = folder + "/image";
            string point = folder + "/mount point";
            using (FileStream file = File.Create(image))
            {
                file.SetLength(512L * 1024 * 1024);
            }

            Run("mkfs." + fileSystem, quiet, image);
            Directory.CreateDirectory(point);
            Mounted(point, ["-o", "loop", image, point], () => CheckImage(fileSystem, traits, point));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>A disk in the place of another often has its device number and mount id.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_volume_notices_that_another_file_system_has_the_device_and_the_place_of_one_it_knew(bool isPortable)
    {
        Require("mkfs.ext4");
        Require("mkfs.xfs");
        IVolume volume = isPortable ? new PortableVolume() : new LinuxVolume();
        string folder = Directory.CreateTempSubdirectory("doppel-swap-").FullName;
        try
        {
            string point = Directory.CreateDirectory(folder + "/point").FullName;
            Attached(Image(folder + "/image", 320L << 20), device =>
            {
                foreach (string fileSystem in (string[])["ext4", "xfs", "ext4"])
                {
                    Run("wipefs", "-a", device);
                    Run("mkfs." + fileSystem, device);
                    Mounted(point, [device, point], () =>
                    {
                        Assert.Equal(fileSystem, MountOf(point, volume).FileSystem);
                        Run("mount", "-o", "remount,ro", point);
                        Assert.True(MountOf(point, volume).Traits.HasFlag(FileSystemTraits.ReadOnly));
                    });
                }
            });
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void A_read_only_bind_mount_is_distinguished_from_the_mount_it_shows()
    {
        Require("mount");
        string folder = Directory.CreateTempSubdirectory("doppel-bind-").FullName;
        try
        {
            string first = Directory.CreateDirectory(folder + "/first").FullName;
            string second = Directory.CreateDirectory(folder + "/second").FullName;
            Mounted(first, ["-t", "tmpfs", "tmpfs", first], () =>
                Mounted(second, ["--bind", first, second], () =>
                {
                    Run("mount", "-o", "remount,bind,ro", second);
                    MountFacts shown = MountOf(first);
                    Assert.Equal((first, Local | FileSystemTraits.Holes), (shown.MountPoint, shown.Traits));
                    Assert.Equal((second, Local | FileSystemTraits.Holes | FileSystemTraits.ReadOnly),
                        (MountOf(second).MountPoint, MountOf(second).Traits));
                    Assert.Equal(MountOf(first).Device, MountOf(second).Device);
                }));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static void CheckImage(string fileSystem, FileSystemTraits traits, string point)
    {
        MountFacts facts = MountOf(point);
        Assert.Equal((fileSystem, point, traits), (facts.FileSystem, facts.MountPoint, facts.Traits));
        Assert.Equal(MountOf(Path.GetTempPath()).DeviceKind, facts.DeviceKind);
        Assert.True(facts.SectorBytes is 512 or 4096, $"{facts.SectorBytes}");
        if (fileSystem == "btrfs")
        {
            Run("btrfs", "-q", "subvolume", "create", point + "/sub");
            MountFacts subvolume = MountOf(point + "/sub");
            Assert.NotEqual(facts.Device, subvolume.Device);
            Assert.Equal(facts.Devices, subvolume.Devices);
            Assert.Equal(facts.Identity.Id, subvolume.Identity.Id);
            Assert.Equal(facts, subvolume with
            {
                Device = facts.Device,
                Devices = facts.Devices,
                Identity = facts.Identity,
            });
        }
    }
}

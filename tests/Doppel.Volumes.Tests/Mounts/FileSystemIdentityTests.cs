using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.Versioning;
using static Doppel.Volumes.Tests.MountedImage;
using static Doppel.Volumes.Tests.MountTool;

namespace Doppel.Volumes.Tests;

/// <summary>What must be true of the number by which a file system is recognized in a later run.</summary>
[SupportedOSPlatform("linux")]
public sealed class FileSystemIdentityTests
{
    [Theory]
    [InlineData("ext4 -q")]
    [InlineData("ext4 -q -I 128")]
    [InlineData("xfs -q")]
    [InlineData("btrfs -q")]
    public void A_file_system_is_the_same_after_a_remount_through_a_bind_mount_and_for_every_user(string fileSystem)
    {
        using var image = new MountedImage(fileSystem);
        string folder = Directory.CreateDirectory(image.Point + "/some/folder").FullName;
        FileSystemIdentity identity = IdentityOf(image.Point);
        string uuid = Run("blkid", "-o", "value", "-s", "UUID", image.ImagePath).Trim();
        Assert.Equal(OfText(uuid), identity.Id);
        Assert.Equal(identity, IdentityOf(folder));
        Assert.Equal(identity, AsNobody(() => IdentityOf(folder)));
        image.Remount();
        Assert.Equal(identity, IdentityOf(image.Point));
        string bound = image.Beside("bound");
        Mounted(bound, ["--bind", folder, bound], () => Assert.Equal(identity, IdentityOf(bound)));
    }

    [Theory]
    [InlineData("ext4 -q")]
    [InlineData("xfs -q")]
    [InlineData("btrfs -q")]
    public void Two_file_systems_differ(string fileSystem)
    {
        using var one = new MountedImage(fileSystem);
        using var two = new MountedImage(fileSystem);
        Assert.True(IdentityOf(one.Point).IsKnown);
        Assert.NotEqual(IdentityOf(one.Point).Id, IdentityOf(two.Point).Id);
    }

    [Fact]
    public void Each_subvolume_and_snapshot_differs_and_is_the_same_wherever_it_is_mounted()
    {
        using var image = new MountedImage("btrfs -q");
        string[] folders = [image.Point, image.Point + "/sub", image.Point + "/sub/nested", image.Point + "/snapshot"];
        Run("btrfs", "-q", "subvolume", "create", folders[1]);
        Run("btrfs", "-q", "subvolume", "create", folders[2]);
        File.WriteAllText(image.Point + "/file", "in both");
        Run("btrfs", "subvolume", "snapshot", image.Point, folders[3]);
        FileSystemIdentity[] identities = [.. folders.Select(IdentityOf)];
        Assert.Equal(folders.Select(RootId), identities.Select(identity => identity.Subvolume));
        Assert.Equal(4, identities.Select(identity => identity.Subvolume).Distinct().Count());
        Assert.Single(identities.Select(identity => identity.Id).Distinct());
        Assert.Equal(identities, AsNobody(() => folders.Select(IdentityOf).ToArray()));
        Assert.Equal(folders.Select(RootId),
            AsNobody(() => folders.Select(folder => WithFolder(folder, IdentityReader.BtrfsSubvolumeOf)).ToArray()));

        // Older kernels do not tell the number along with the facts of a file.
        Assert.Equal(identities, folders.Select(folder => WithFolder(folder, fd => IdentityReader.OfBtrfs(fd, 0))));

        string device = Run("findmnt", "-n", "-o", "SOURCE", image.Point).Trim();
        string alone = image.Beside("alone");
        Mounted(alone, ["-o", "subvol=sub", device, alone], () => Assert.Equal(identities[1], IdentityOf(alone)));
        image.Remount();
        Assert.Equal(identities, folders.Select(IdentityOf));
    }

    // Inode numbers repeat in the subvolumes of a file system.
    [Fact]
    public void A_subvolume_without_a_number_has_no_identity()
    {
        UInt128 uuid = UInt128.MaxValue / 3;
        Assert.Equal(default, IdentityReader.OfSubvolume(uuid, 0));
        Assert.Equal(new FileSystemIdentity(uuid, 5), IdentityReader.OfSubvolume(uuid, 5));
    }

    [Fact]
    public void Every_source_gives_the_same_number()
    {
        using var ext = new MountedImage("ext4 -q");
        using var xfs = new MountedImage("xfs -q");
        UInt128 kernels = WithFolder(ext.Point, IdentityReader.OfKernel);
        Assert.SkipWhen(kernels == 0, "needs Linux 6.9");
        Assert.Equal(kernels, WithFolder(ext.Point, IdentityReader.OfExt));
        Assert.Equal(WithFolder(xfs.Point, IdentityReader.OfKernel), WithFolder(xfs.Point, IdentityReader.OfXfs));
    }

    // The second source of ext4, for kernels before 6.0.
    [Fact]
    public void The_number_that_statfs_returns_is_taken_only_from_a_file_system_that_makes_it_of_its_UUID()
    {
        using var ext = new MountedImage("ext4 -q");
        using var xfs = new MountedImage("xfs -q");
        UInt128 number = WithFolder(ext.Point, folder => IdentityReader.OfStatFs(folder, 0xEF53));
        byte[] uuid = new byte[16];
        BinaryPrimitives.WriteUInt128BigEndian(uuid, IdentityOf(ext.Point).Id);
        ulong folded = BinaryPrimitives.ReadUInt64LittleEndian(uuid)
            ^ BinaryPrimitives.ReadUInt64LittleEndian(uuid.AsSpan(8));
        Assert.Equal(new UInt128(0xF002, folded), number);
        Assert.Equal(number, AsNobody(() => WithFolder(ext.Point, folder => IdentityReader.OfStatFs(folder, 0xEF53))));
        Assert.Equal(UInt128.Zero, WithFolder(xfs.Point, folder => IdentityReader.OfStatFs(folder, 0xEF53)));
    }

    [Fact]
    public void A_file_system_without_a_UUID_is_unknown()
    {
        using var image = new MountedImage("ext4 -q -U clear");
        Assert.False(IdentityOf(image.Point).IsKnown);
    }

    [Fact]
    public void File_systems_that_the_kernel_generates_are_unknown()
    {
        Assert.All((string[])["/proc", "/sys", "/dev"], folder => Assert.Equal(default, IdentityOf(folder)));
    }

    // FileTimesTests shows why memory is: a write need not leave a trace.
    [Fact]
    public void Memory_is_unknown()
    {
        using var image = new MountedImage("tmpfs");
        Assert.Equal(default, IdentityOf(image.Point));
    }

    [Fact]
    public void A_folder_shown_through_FUSE_is_unknown()
    {
        Require("bindfs");
        using var image = new MountedImage("ext4 -q");
        string shown = image.Beside("shown");
        Run("bindfs", image.Point, shown);
        Unmounting(shown, () => Assert.Equal(default, IdentityOf(shown)));
    }

    [Fact]
    public void An_overlay_is_unknown_because_its_UUID_and_inode_numbers_are_the_same_over_other_layers()
    {
        using var upper = new MountedImage("ext4 -q");
        using var one = new MountedImage("ext4 -q");
        using var two = new MountedImage("ext4 -q");
        Directory.CreateDirectory(upper.Point + "/upper");
        Directory.CreateDirectory(upper.Point + "/work");
        File.WriteAllText(one.Point + "/file", "one");
        File.WriteAllText(two.Point + "/file", "two");
        string shown = upper.Beside("shown");
        var seen = new List<(UInt128 Uuid, string Inode, string Content)>();
        foreach (MountedImage lower in (MountedImage[])[one, two])
        {
            string layers = $"lowerdir={lower.Point},upperdir={upper.Point}/upper,workdir={upper.Point}/work";
            Mounted(shown, ["-t", "overlay", "-o", layers, "overlay", shown], () =>
            {
                Assert.Equal(default, IdentityOf(shown));
                UInt128 uuid = WithFolder(shown, IdentityReader.OfKernel);
                seen.Add((uuid, Run("stat", "-c", "%i", shown + "/file"), File.ReadAllText(shown + "/file")));
            });
        }

        Assert.Equal((seen[0].Uuid, seen[0].Inode), (seen[1].Uuid, seen[1].Inode));
        Assert.NotEqual(seen[0].Content, seen[1].Content);
    }

    // f2fs on a kernel before 6.9.
    [Theory]
    [InlineData("9b3367a3-181e-4b4c-9cdd-12a8210f5b5d", "9b3367a3181e4b4c9cdd12a8210f5b5d")]
    [InlineData("1234-ABCD", "0")]
    [InlineData("01D5A3B2C4E6F708", "0")]
    public void The_UUID_that_udev_recorded_is_found_by_the_device(string name, string expected)
    {
        using var system = new RecordedSystem();
        system.Disk("8:0", "pci/sda", "0").Partition("8:1", "pci/sda/sda1").Partition("8:2", "pci/sda/sda2")
            .Mount("36 1 8:1 / /home rw - f2fs /dev/sda1 rw")
            .Link("/dev/disk/by-uuid/00000000-0000-4000-8000-000000000001", "../../sda2")
            .Link("/dev/disk/by-uuid/" + name, "../../sda1");
        Assert.Equal(
            UInt128.Parse(expected, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture),
            system.Table.UuidOf(DeviceNumber.Make(8, 1)));
        Assert.Equal(UInt128.Zero, system.Table.UuidOf(DeviceNumber.Make(8, 3)));
    }

    [Fact]
    public void A_volume_of_Windows_has_its_serial_number_of_64_bits_and_never_that_of_32()
    {
        const FileSystemTraits Trusted = FileSystemTraits.TrustedIds;
        FileSystemIdentity identity = WindowsMounts.IdentityOf(0x01D5_A3B2_C4E6_F708, Trusted);
        Assert.Equal(new UInt128(0xF001, 0x01D5_A3B2_C4E6_F708), identity.Id);
        Assert.False(WindowsMounts.IdentityOf(0xC4E6_F708, Trusted).IsKnown);
        Assert.False(WindowsMounts.IdentityOf(0x01D5_A3B2_C4E6_F708, FileSystemTraits.IgnoresCase).IsKnown);
    }

    private static UInt128 OfText(string uuid) => UInt128.Parse(
        uuid.Replace("-", ""), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);

    private static ulong RootId(string folder) =>
        ulong.Parse(Run("btrfs", "inspect-internal", "rootid", folder), CultureInfo.InvariantCulture);
}

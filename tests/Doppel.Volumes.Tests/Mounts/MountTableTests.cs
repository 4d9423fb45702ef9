namespace Doppel.Volumes.Tests;

public sealed class MountTableTests
{
    private const FileSystemTraits Local =
        FileSystemTraits.HardLinks | FileSystemTraits.SymbolicLinks | FileSystemTraits.TrustedIds;

    private static readonly ulong s_sda1 = DeviceNumber.Make(8, 1);

    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(8, 1, 0x801)]
    [InlineData(254, 0, 65024)]
    [InlineData(259, 3, 66307)]
    [InlineData(0, 0x12345, 0x1230_0045)]
    [InlineData(0xFFFF_FFFF, 0xFFFF_FFFF, ulong.MaxValue)]
    public void Device_numbers_are_packed_as_in_stat(uint major, uint minor, ulong device)
    {
        Assert.Equal(device, DeviceNumber.Make(major, minor));
        Assert.Equal((major, minor), (DeviceNumber.Major(device), DeviceNumber.Minor(device)));
    }

    [Fact]
    public void A_partition_takes_after_its_disk()
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("25 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro")
            .Disk("8:0", "pci0000:00/ata1/block/sda", rotational: "1", sectorBytes: 4096)
            .Partition("8:1", "pci0000:00/ata1/block/sda/sda1")
            .Link(@"/dev/disk/by-label/My\x20d\xc3\xafsk", "../../sda1");

        MountFacts facts = system.Table.FactsOf(s_sda1);
        Assert.Equal(
            new MountFacts
            {
                Device = s_sda1,
                FileSystemId = s_sda1,
                MountPoint = "/",
                FileSystem = "ext4",
                Label = "My dïsk",
                DeviceKind = DeviceKind.Rotating,
                Traits = Local | FileSystemTraits.Holes,
                Devices = facts.Devices,
                SectorBytes = 4096,
            },
            facts);
        Assert.Equal([new PhysicalDevice { Name = "sda", Kind = DeviceKind.Rotating }], facts.Devices);
    }

    [Theory]
    [InlineData("0", "block/nvme0n1", DeviceKind.Solid)]
    [InlineData("1", "block/sda", DeviceKind.Rotating)]
    [InlineData("nonsense", "block/sda", DeviceKind.Unknown)]
    [InlineData("1", "block/sr0", DeviceKind.Optical)]
    [InlineData("0", "virtual/block/zram0", DeviceKind.Memory)]
    [InlineData("0", "virtual/block/nbd3", DeviceKind.Network)]
    public void The_kind_of_a_disk_follows_from_its_name_and_queue(string rotational, string folder, DeviceKind kind)
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("25 1 8:1 / /mnt rw - ext4 /dev/any rw")
            .Disk("8:1", folder, rotational);
        Assert.Equal(kind, system.Table.FactsOf(s_sda1).DeviceKind);
    }

    [Fact]
    public void A_device_without_a_folder_in_sys_is_unknown()
    {
        using RecordedSystem system = new RecordedSystem().Mount("25 1 8:1 / /mnt rw - ext4 /dev/sda1 rw");
        MountFacts facts = system.Table.FactsOf(s_sda1);
        Assert.Equal((DeviceKind.Unknown, 0, "ext4"), (facts.DeviceKind, facts.SectorBytes, facts.FileSystem));
    }

    [Fact]
    public void A_logical_volume_answers_for_its_disks()
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("25 1 253:2 / /home rw - xfs /dev/mapper/group-home rw,attr2")
            .Disk("253:2", "virtual/block/dm-2", rotational: "1")
            .Link("/dev/disk/by-label/homes", "../../dm-2");
        MountFacts facts = system.Table.FactsOf(DeviceNumber.Make(253, 2));
        FileSystemTraits traits = Local | FileSystemTraits.SharedExtents | FileSystemTraits.Holes;
        Assert.Equal((DeviceKind.Rotating, "homes", "xfs", traits),
            (facts.DeviceKind, facts.Label, facts.FileSystem, facts.Traits));
    }

    [Fact]
    public void A_disk_image_takes_after_the_disk_it_lies_on()
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("25 1 8:1 / / rw - ext4 /dev/sda1 rw")
            .Mount("30 25 7:0 / /mnt/image ro - squashfs /dev/loop0 ro")
            .Disk("8:0", "block/sda", rotational: "1")
            .Partition("8:1", "block/sda/sda1")
            .Disk("7:0", "virtual/block/loop0", rotational: "0")
            .Text("/sys/devices/virtual/block/loop0/loop/backing_file", "/srv/images/a b.squashfs\n");
        MountFacts facts = system.Table.FactsOf(DeviceNumber.Make(7, 0));
        Assert.Equal((DeviceKind.Rotating, Local | FileSystemTraits.ReadOnly), (facts.DeviceKind, facts.Traits));
    }

    [Theory]
    [InlineData("nfs4", "server:/export", FileSystemTraits.HardLinks | FileSystemTraits.SymbolicLinks)]
    [InlineData("cifs", "//server/share", FileSystemTraits.None)]
    [InlineData("smb3", "//server/share", FileSystemTraits.None)]
    [InlineData("9p", "hostshare", FileSystemTraits.HardLinks | FileSystemTraits.SymbolicLinks)]
    [InlineData("fuse.sshfs", "me@server:", FileSystemTraits.SymbolicLinks)]
    [InlineData("fuse.rclone", "remote:", FileSystemTraits.None)]
    public void Remote_file_systems_are_network_and_their_ids_are_not_trusted(
        string fileSystem, string source, FileSystemTraits traits)
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount($"90 25 0:52 / /net rw,relatime - {fileSystem} {source} rw,addr=10.0.0.1");
        MountFacts facts = system.Table.FactsOf(DeviceNumber.Make(0, 52));
        Assert.Equal((DeviceKind.Network, traits, ""), (facts.DeviceKind, facts.Traits, facts.Label));
    }

    [Theory]
    [InlineData("vfat")]
    [InlineData("exfat")]
    [InlineData("fuseblk")]
    [InlineData("fuse.bindfs")]
    [InlineData("an-unheard-of-one")]
    public void Ids_that_may_not_stay_are_not_trusted(string fileSystem)
    {
        using RecordedSystem system = new RecordedSystem().Mount($"9 2 8:1 / /mnt rw - {fileSystem} /dev/sda1 rw");
        Assert.False(system.Table.FactsOf(s_sda1).Traits.HasFlag(FileSystemTraits.TrustedIds));
    }

    [Theory]
    [InlineData("vfat", true)]
    [InlineData("ntfs3", true)]
    [InlineData("ext4", false)]
    public void Some_file_systems_ignore_case(string fileSystem, bool ignores)
    {
        using RecordedSystem system = new RecordedSystem().Mount($"9 2 8:1 / /mnt rw - {fileSystem} /dev/sda1 rw");
        Assert.Equal(ignores, system.Table.FactsOf(s_sda1).Traits.HasFlag(FileSystemTraits.IgnoresCase));
    }

    [Fact]
    public void A_subvolume_of_btrfs_is_found_by_the_number_of_its_mount()
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("40 25 0:35 /@home /home rw,relatime - btrfs /dev/mapper/luks rw,subvolid=256,subvol=/@home")
            .Disk("254:0", "virtual/block/dm-0", rotational: "0")
            .Link("/dev/mapper/luks", "../dm-0");
        ulong subvolume = DeviceNumber.Make(0, 77);

        Assert.Equal("", system.Table.FactsOf(subvolume).FileSystem);
        MountFacts facts = system.Table.FactsOf(subvolume, 40);
        Assert.Equal(
            (subvolume, DeviceNumber.Make(0, 35), "btrfs", "/home", DeviceKind.Solid),
            (facts.Device, facts.FileSystemId, facts.FileSystem, facts.MountPoint, facts.DeviceKind));
        Assert.Equal(
            Local | FileSystemTraits.Reflinks | FileSystemTraits.SharedExtents | FileSystemTraits.Holes, facts.Traits);
    }

    [Theory]
    [InlineData("rw,attr2,inode64", true)]
    [InlineData("rw,attr2,rtdev=/dev/sdb1", false)]
    public void Addresses_of_an_xfs_with_two_devices_say_nothing(string options, bool tells)
    {
        using RecordedSystem system = new RecordedSystem().Mount($"25 1 8:1 / /home rw - xfs /dev/sda1 {options}");
        FileSystemTraits traits = system.Table.FactsOf(DeviceNumber.Make(8, 1)).Traits;
        Assert.Equal(tells, traits.HasFlag(FileSystemTraits.SharedExtents));
    }

    [Fact]
    public void Without_udev_a_mapped_device_is_found_by_its_own_name()
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("40 25 0:35 / /data rw - btrfs /dev/mapper/vault rw")
            .Disk("254:0", "virtual/block/dm-0", rotational: "0")
            .Disk("254:1", "virtual/block/dm-1", rotational: "1")
            .Text("/sys/devices/virtual/block/dm-1/dm/name", "vault\n")
            .Text("/sys/devices/virtual/block/dm-0/dm/name", "other\n");
        Assert.Equal(DeviceKind.Rotating, system.Table.FactsOf(DeviceNumber.Make(0, 35)).DeviceKind);
    }

    [Theory]
    [InlineData("nfs4 server:/export", false)]
    [InlineData("ext4 /dev/sdb1", true)]
    public void An_overlay_is_no_better_than_its_layers(string lower, bool trusted)
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("25 1 8:1 / / rw - ext4 /dev/sda1 rw")
            .Mount($"26 25 8:17 / /low\\040er rw - {lower} rw")
            .Mount("50 25 0:60 / /merged rw - overlay overlay rw,"
                + @"lowerdir=/low\040er/a\134:b:/low\040er/c,upperdir=/up,workdir=/work")
            .Disk("8:0", "block/sda", rotational: "0")
            .Partition("8:1", "block/sda/sda1")
            .Disk("8:16", "block/sdb", rotational: "1")
            .Partition("8:17", "block/sdb/sdb1");
        MountFacts facts = system.Table.FactsOf(DeviceNumber.Make(0, 60));
        Assert.Equal(trusted, facts.Traits.HasFlag(FileSystemTraits.TrustedIds));
        Assert.Equal(trusted ? DeviceKind.Rotating : DeviceKind.Network, facts.DeviceKind);
    }

    [Fact]
    public void An_overlay_whose_layers_are_out_of_sight_ends()
    {
        using RecordedSystem system = new RecordedSystem().Mount(
            "50 25 0:60 / / rw - overlay overlay rw,lowerdir=/var/lib/a:/var/lib/b,upperdir=/var/lib/c");
        MountFacts facts = system.Table.FactsOf(DeviceNumber.Make(0, 60));
        Assert.Equal(("overlay", DeviceKind.Unknown, Local), (facts.FileSystem, facts.DeviceKind, facts.Traits));
    }

    [Fact]
    public void Mount_points_are_unescaped()
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount(@"25 1 8:1 / /mnt/a\040b\011c\012d\134e\303\251 rw master:3 propagate_from:2 - ext4 /dev/sda1 rw");
        Assert.Equal("/mnt/a b\tc\nd\\eé", system.Table.FactsOf(s_sda1).MountPoint);
    }

    [Fact]
    public void The_requested_mount_of_a_device_is_reported_or_else_the_first_whole_one()
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("70 1 8:1 /sub /bound ro,relatime - ext4 /dev/sda1 rw")
            .Mount("71 1 8:1 / /whole rw,relatime - ext4 /dev/sda1 rw")
            .Mount("72 1 8:1 / /again rw,relatime - ext4 /dev/sda1 rw");
        MountTable table = system.Table;
        Assert.Equal("/whole", table.FactsOf(s_sda1).MountPoint);
        Assert.Equal("/again", table.FactsOf(s_sda1, 72).MountPoint);
        MountFacts bound = table.FactsOf(s_sda1, 70);
        Assert.Equal(("/bound", true), (bound.MountPoint, bound.Traits.HasFlag(FileSystemTraits.ReadOnly)));
        Assert.Equal("/whole", table.FactsOf(s_sda1, 999).MountPoint);
    }

    [Fact]
    public void A_mount_added_later_is_found_when_asked_for()
    {
        using RecordedSystem system = new RecordedSystem().Mount("25 1 8:1 / / rw - ext4 /dev/sda1 rw");
        MountTable table = system.Table;
        Assert.Equal("/", table.FactsOf(s_sda1).MountPoint);
        system.Mount("26 25 8:2 / /late rw - ext4 /dev/sda2 rw");
        Assert.Equal("/late", table.FactsOf(DeviceNumber.Make(8, 2)).MountPoint);
    }

    [Fact]
    public void The_id_of_a_mount_that_is_gone_can_be_that_of_another_one()
    {
        using RecordedSystem system = new RecordedSystem().Mount("40 1 0:77 / /old ro - tmpfs tmpfs ro");
        MountTable table = system.Table;
        Assert.Equal("/old", table.FactsOf(DeviceNumber.Make(0, 77), 40).MountPoint);
        system.Unmount().Mount("40 1 8:1 / /new rw - ext4 /dev/sda1 rw");
        MountFacts facts = table.FactsOf(s_sda1, 40);
        Assert.Equal(("/new", "ext4"), (facts.MountPoint, facts.FileSystem));
        Assert.Equal(FileSystemTraits.None, facts.Traits & FileSystemTraits.ReadOnly);
    }

    [Theory]
    [InlineData("")]
    [InlineData("garbage")]
    [InlineData("1 2 x:y / / rw - ext4 /dev/sda1 rw")]
    [InlineData("1 2 8:1 / / rw - ext4")]
    [InlineData("1 2 8:1 / / rw ext4 /dev/sda1 rw")]
    public void Facts_that_cannot_be_determined_are_unknown_and_never_fail(string line)
    {
        using RecordedSystem system = new RecordedSystem().Mount(line);
        Assert.Equal(MountFacts.Unknown with { Device = s_sda1 }, system.Table.FactsOf(s_sda1));
        var none = new MountTable(static () => true, "/nowhere/at/all");
        Assert.Equal(MountFacts.Unknown with { Device = 7 }, none.FactsOf(7));
    }

    [Theory]
    [InlineData("proc", 0x9FA0)]
    [InlineData("sysfs", 0x62656572)]
    [InlineData("cgroup2", 0x63677270)]
    [InlineData("autofs", 0x187)]
    [InlineData("selinuxfs", 0xF97CFF8C)]
    [InlineData("devpts", 0x1CD1)]
    public void Kernel_generated_file_systems_are_virtual(string name, long type)
    {
        Assert.True(VirtualFileSystems.IsVirtual(name));
        Assert.True(VirtualFileSystems.IsVirtual(type));
        using RecordedSystem system = new RecordedSystem().Mount($"25 1 0:21 / /x rw - {name} {name} rw");
        Assert.Equal(FileSystemTraits.Virtual, system.Table.FactsOf(DeviceNumber.Make(0, 21)).Traits);
    }

    [Theory]
    [InlineData("ext4", 0xEF53)]
    [InlineData("tmpfs", 0x01021994)]
    [InlineData("btrfs", 0x9123683E)]
    [InlineData("fuse", 0x65735546)]
    [InlineData("nfs", 0x6969)]
    public void File_systems_that_hold_user_files_are_not_virtual(string name, long type)
    {
        Assert.False(VirtualFileSystems.IsVirtual(name));
        Assert.False(VirtualFileSystems.IsVirtual(type));
    }
}

namespace Doppel.Volumes.Tests;

/// <summary>From a mount down to its disks, on recorded machines.</summary>
public sealed class PhysicalDeviceTests
{
    private static readonly ulong s_mapped = DeviceNumber.Make(253, 0);

    [Fact]
    public void Partitions_of_one_disk_are_that_disk()
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("25 1 8:1 / / rw - ext4 /dev/sda1 rw")
            .Mount("26 25 8:2 / /home rw - ext4 /dev/sda2 rw")
            .Disk("8:0", "pci/ata1/block/sda", rotational: "1")
            .Text("/sys/devices/pci/ata1/block/sda/device/model", "ACME SPIN 4000   \n")
            .Partition("8:1", "pci/ata1/block/sda/sda1")
            .Partition("8:2", "pci/ata1/block/sda/sda2");
        var disk = new PhysicalDevice { Name = "sda", Kind = DeviceKind.Rotating, Model = "ACME SPIN 4000" };
        Assert.Equal([disk], system.Table.FactsOf(DeviceNumber.Make(8, 1)).Devices);
        Assert.Equal([disk], system.Table.FactsOf(DeviceNumber.Make(8, 2)).Devices);
    }

    [Fact]
    public void A_volume_on_an_encrypted_array_is_all_disks_of_the_array()
    {
        // LVM on dm-crypt on md on two partitions.
        using RecordedSystem system = new RecordedSystem()
            .Mount("25 1 253:0 / /srv rw - xfs /dev/mapper/group-srv rw")
            .Disk("253:0", "virtual/block/dm-0", rotational: "1")
            .Disk("253:1", "virtual/block/dm-1", rotational: "1")
            .Disk("9:0", "virtual/block/md0", rotational: "1")
            .Disk("8:0", "ata1/block/sda", rotational: "1")
            .Partition("8:1", "ata1/block/sda/sda1")
            .Disk("8:16", "ata2/block/sdb", rotational: "0")
            .Partition("8:17", "ata2/block/sdb/sdb1")
            .Link("/sys/devices/virtual/block/dm-0/slaves/dm-1", "../../dm-1")
            .Link("/sys/devices/virtual/block/dm-1/slaves/md0", "../../md0")
            .Link("/sys/devices/virtual/block/md0/slaves/sda1", "../../../../ata1/block/sda/sda1")
            .Link("/sys/devices/virtual/block/md0/slaves/sdb1", "../../../../ata2/block/sdb/sdb1");
        Assert.Equal("sda Rotating, sdb Solid", Names(system.Table, s_mapped));
    }

    [Fact]
    public void An_image_is_the_disk_that_it_lies_on()
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("25 1 8:1 / / rw - ext4 /dev/sda1 rw")
            .Mount("30 25 7:0 / /mnt ro - squashfs /dev/loop0 ro")
            .Disk("8:0", "block/sda", rotational: "1")
            .Partition("8:1", "block/sda/sda1")
            .Disk("7:0", "virtual/block/loop0", rotational: "0")
            .Text("/sys/devices/virtual/block/loop0/loop/backing_file", "/srv/image\n");
        Assert.Equal("sda Rotating", Names(system.Table, DeviceNumber.Make(7, 0)));
    }

    [Fact]
    public void An_image_that_nobody_sees_is_itself()
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("30 25 7:0 / /mnt ro - squashfs /dev/loop0 ro")
            .Disk("7:0", "virtual/block/loop0", rotational: "0")
            .Text("/sys/devices/virtual/block/loop0/loop/backing_file", "/elsewhere/image (deleted)\n");
        Assert.Equal("loop0 Solid", Names(system.Table, DeviceNumber.Make(7, 0)));
    }

    [Fact]
    public void A_file_system_over_several_disks_is_all_of_them()
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("40 25 0:35 / /pool rw - btrfs /dev/sdb rw")
            .Disk("8:16", "block/sdb", rotational: "1")
            .Disk("8:32", "block/sdc", rotational: "1")
            .Disk("8:48", "block/sdd", rotational: "1")
            .Link("/sys/fs/btrfs/1111/devices/sdd", "../../../../devices/block/sdd")
            .Link("/sys/fs/btrfs/2222/devices/sdb", "../../../../devices/block/sdb")
            .Link("/sys/fs/btrfs/2222/devices/sdc", "../../../../devices/block/sdc");
        Assert.Equal("sdb Rotating, sdc Rotating", Names(system.Table, DeviceNumber.Make(0, 35)));

        using RecordedSystem other = new RecordedSystem()
            .Mount("40 25 0:36 / /pool rw - bcachefs /dev/sdb:/dev/nvme0n1 rw")
            .Disk("8:16", "block/sdb", rotational: "1")
            .Disk("259:0", "block/nvme0n1", rotational: "0");
        Assert.Equal("nvme0n1 Solid, sdb Rotating", Names(other.Table, DeviceNumber.Make(0, 36)));
    }

    [Fact]
    public void An_overlay_is_the_disks_of_its_layers()
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("25 1 8:1 / / rw - ext4 /dev/sda1 rw")
            .Mount("26 25 8:17 / /lower rw - ext4 /dev/sdb1 rw")
            .Mount("50 25 0:60 / /merged rw - overlay overlay rw,lowerdir=/lower/a:/lower/b,upperdir=/up,workdir=/w")
            .Disk("8:0", "block/sda", rotational: "0")
            .Partition("8:1", "block/sda/sda1")
            .Disk("8:16", "block/sdb", rotational: "1")
            .Partition("8:17", "block/sdb/sdb1");
        Assert.Equal("sda Solid, sdb Rotating", Names(system.Table, DeviceNumber.Make(0, 60)));
    }

    [Theory]
    [InlineData("nfs4", "server:/export", "server Network")]
    [InlineData("nfs4", "[fe80::1%eth0]:/export", "fe80::1%eth0 Network")]
    [InlineData("cifs", "//nas.local/photos", "nas.local Network")]
    [InlineData("fuse.sshfs", "me@host:/srv", "host Network")]
    [InlineData("fuse.sshfs", "host:", "host Network")]
    [InlineData("fuse.davfs", "https://me@cloud.example/files", "cloud.example Network")]
    [InlineData("9p", "hostshare", "hostshare Network")]
    [InlineData("tmpfs", "tmpfs", "memory Memory")]
    [InlineData("zfs", "tank/home/me", "tank Unknown")]
    [InlineData("fuse", "/srv/real", "sda Solid")]
    [InlineData("fuse.bindfs", "bindfs", "bindfs Unknown")]
    [InlineData("fuse.portal", "portal", "portal Unknown")]
    [InlineData("proc", "proc", "")]
    public void File_systems_without_a_disk_are_identified_by_source(string fileSystem, string source, string devices)
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("25 1 8:0 / / rw - ext4 /dev/sda rw")
            .Mount($"90 25 0:52 / /other rw - {fileSystem} {source} rw")
            .Disk("8:0", "block/sda", rotational: "0");
        Assert.Equal(devices, Names(system.Table, DeviceNumber.Make(0, 52)));
    }

    [Fact]
    public void Resolving_devices_stacked_on_each_other_terminates()
    {
        using RecordedSystem system = new RecordedSystem()
            .Mount("25 1 253:0 / / rw - ext4 /dev/dm-0 rw")
            .Disk("253:0", "virtual/block/dm-0", rotational: "0")
            .Disk("253:1", "virtual/block/dm-1", rotational: "0")
            .Link("/sys/devices/virtual/block/dm-0/slaves/dm-1", "../../dm-1")
            .Link("/sys/devices/virtual/block/dm-1/slaves/dm-0", "../../dm-0");
        Assert.Single(system.Table.FactsOf(s_mapped).Devices);
    }

    [Fact]
    public void A_mount_that_is_not_there_has_no_devices() =>
        Assert.Empty(new MountTable(static () => true, "/nowhere/at/all").FactsOf(7).Devices);

    private static string Names(MountTable table, ulong device) =>
        string.Join(", ", table.FactsOf(device).Devices.Select(one => $"{one.Name} {one.Kind}"));
}

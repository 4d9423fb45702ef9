namespace Doppel.Volumes;

/// <summary>Contains what is known about one mounted file system or drive.</summary>
public sealed record MountFacts
{
    /// <summary>Gets the facts of a location about which nothing is known.</summary>
    public static MountFacts Unknown { get; } = new();

    /// <summary>Gets the device number of the files on it.</summary>
    public ulong Device { get; init; }

    /// <summary>
    /// Gets the id of the file system itself: shared by all its mounts and subvolumes, and by no other file system
    /// while it is mounted. 0 if unknown.
    /// </summary>
    public ulong FileSystemId { get; init; }

    /// <summary>
    /// Gets what identifies the file system on any machine and after any restart. Not known where inode numbers and
    /// times prove too little (network file systems, FUSE, overlay, FAT, tmpfs, images that are never written to), for
    /// file systems that have not been examined, and on macOS. Known for ext2 to ext4, xfs, btrfs and f2fs on Linux,
    /// and for NTFS and ReFS on Windows.
    /// </summary>
    public FileSystemIdentity Identity { get; init; }

    /// <summary>Gets the mount point, or the root of the drive, such as <c>C:/</c>. Empty if unknown.</summary>
    public string MountPoint { get; init; } = "";

    /// <summary>Gets the system's name for the file system: ext4, tmpfs, NTFS… Empty if unknown.</summary>
    public string FileSystem { get; init; } = "";

    /// <summary>Gets the volume label. Empty if there is none or it cannot be determined.</summary>
    public string Label { get; init; } = "";

    /// <summary>Gets the kind of device that holds the file system.</summary>
    public DeviceKind DeviceKind { get; init; }

    /// <summary>
    /// Gets the devices that do the work when a file on it is read, ordered by name and without repetition. There are
    /// several behind an array, a volume that spans disks, or an overlay. Empty if unknown, and for file systems that
    /// the kernel generates.
    /// </summary>
    public IReadOnlyList<PhysicalDevice> Devices { get; init; } = [];

    /// <summary>
    /// Gets <see cref="Devices"/>, or the file system as a device of its own if they are unknown. Never empty.
    /// </summary>
    public IReadOnlyList<PhysicalDevice> DevicesOrItself => Devices.Count > 0
        ? Devices
        : [new PhysicalDevice { Name = $"file system {Device:x}", Kind = DeviceKind }];

    /// <summary>Gets what the file system supports.</summary>
    public FileSystemTraits Traits { get; init; }

    /// <summary>
    /// Gets the logical sector size of the device in bytes, or the block size of the file system if there is no device.
    /// 0 if unknown.
    /// </summary>
    public int SectorBytes { get; init; }
}

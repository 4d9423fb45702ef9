namespace Doppel.Volumes;

/// <summary>What is known about one mounted file system or drive.</summary>
public sealed record MountFacts
{
    /// <summary>Facts about a place of which nothing is known.</summary>
    public static MountFacts Unknown { get; } = new();

    /// <summary>The device number that files on it carry.</summary>
    public ulong Device { get; init; }

    /// <summary>
    /// A number for the file system itself: the same in all its mounts and subvolumes, of no other while it is mounted;
    /// 0 if not known.
    /// </summary>
    public ulong FileSystemId { get; init; }

    /// <summary>Where it is mounted, or the drive's root such as <c>C:/</c>; empty if not known.</summary>
    public string MountPoint { get; init; } = "";

    /// <summary>The file system's name as the system gives it: ext4, tmpfs, NTFS…; empty if not known.</summary>
    public string FileSystem { get; init; } = "";

    /// <summary>The volume's label; empty where there is none or it cannot be told.</summary>
    public string Label { get; init; } = "";

    /// <summary>What holds it.</summary>
    public DeviceKind DeviceKind { get; init; }

    /// <summary>
    /// What works when a file on it is read, ordered by name, each once: several below an array, a volume over several
    /// disks or an overlay. Empty where nothing is known, and for file systems that the kernel makes up.
    /// </summary>
    public IReadOnlyList<PhysicalDevice> Devices { get; init; } = [];

    /// <summary>
    /// <see cref="Devices"/>, or where nothing is known of them the file system as a device of its own. Never empty.
    /// </summary>
    public IReadOnlyList<PhysicalDevice> DevicesOrItself => Devices.Count > 0
        ? Devices
        : [new PhysicalDevice { Name = $"file system {Device:x}", Kind = DeviceKind }];

    /// <summary>What it can do.</summary>
    public FileSystemTraits Traits { get; init; }

    /// <summary>
    /// Bytes of the device's logical sector, or of the file system's block where there is no device; 0 if not
    /// known.
    /// </summary>
    public int SectorBytes { get; init; }
}

namespace Doppel.Volumes;

/// <summary>Describes a device that does the work when a file is read: a disk, a server, or memory.</summary>
/// <remarks>Two file systems that share a device slow each other down.</remarks>
public sealed record PhysicalDevice
{
    /// <summary>
    /// Gets the kernel's name of a disk (<c>sda</c>), the name of a server (<c>nas.local</c>), <c>memory</c>, or
    /// otherwise the source of the mount. Unique on one machine at any one time.
    /// </summary>
    public required string Name { get; init; }

    /// <summary>Gets the kind of device, as far as the system reports it.</summary>
    public DeviceKind Kind { get; init; }

    /// <summary>Gets the manufacturer's model name. Empty if unknown.</summary>
    public string Model { get; init; } = "";
}

/// <summary>Specifies the kind of device that holds a file system.</summary>
public enum DeviceKind : byte
{
    /// <summary>The kind is unknown.</summary>
    Unknown = 0,

    /// <summary>The operating system reports a rotating disk. It is often wrong for virtual and USB disks.</summary>
    Rotating,

    /// <summary>Flash storage: seeks are free.</summary>
    Solid,

    /// <summary>Another machine, reached over the network.</summary>
    Network,

    /// <summary>Main memory.</summary>
    Memory,

    /// <summary>An optical disc.</summary>
    Optical,
}

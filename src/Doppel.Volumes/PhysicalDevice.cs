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

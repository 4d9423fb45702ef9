namespace Doppel.Volumes;

/// <summary>What works when a file is read: a disk, a server, or memory.</summary>
/// <remarks>Two file systems with one of these in common slow each other down.</remarks>
public sealed record PhysicalDevice
{
    /// <summary>
    /// The kernel's name of a disk (<c>sda</c>), a server's (<c>nas.local</c>), <c>memory</c>, or else what the mount
    /// names as its source. Unique on one machine at one time.
    /// </summary>
    public required string Name { get; init; }

    /// <summary>What it is, as far as the system tells.</summary>
    public DeviceKind Kind { get; init; }

    /// <summary>What its maker calls it; empty if not known.</summary>
    public string Model { get; init; } = "";
}

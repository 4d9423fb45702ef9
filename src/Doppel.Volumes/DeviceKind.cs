namespace Doppel.Volumes;

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

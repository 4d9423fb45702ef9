namespace Doppel.Volumes;

/// <summary>What kind of device holds a file system.</summary>
public enum DeviceKind : byte
{
    /// <summary>Not known.</summary>
    Unknown = 0,

    /// <summary>The system says that it rotates. Virtual and USB disks often say so wrongly.</summary>
    Rotating,

    /// <summary>Flash: seeking costs nothing.</summary>
    Solid,

    /// <summary>Another machine.</summary>
    Network,

    /// <summary>Memory.</summary>
    Memory,

    /// <summary>An optical disc.</summary>
    Optical,
}

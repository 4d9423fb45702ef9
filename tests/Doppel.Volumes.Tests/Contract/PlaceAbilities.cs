namespace Doppel.Volumes.Tests;

/// <summary>What a volume under test can do beyond the least.</summary>
[Flags]
public enum PlaceAbilities
{
    None = 0,

    /// <summary>Names of any bytes.</summary>
    AnyBytes = 1,

    /// <summary>Paths longer than 4,096 bytes in one call.</summary>
    LongPaths = 2,

    /// <summary>Probes of the device.</summary>
    Probes = 4,

    /// <summary>
    /// What file systems have and buckets lack: links, permissions, a limit for names, names that are not text, and
    /// files that stay readable while they are open.
    /// </summary>
    FileSystem = 8,

    All = AnyBytes | LongPaths | Probes | FileSystem,
}

namespace Doppel.Volumes;

/// <summary>Device numbers as in st_dev of Linux: a major number of the driver, a minor one of the device.</summary>
public static class DeviceNumber
{
    /// <summary>Joins both numbers as <c>gnu_dev_makedev</c> does.</summary>
    public static ulong Make(uint major, uint minor) =>
        ((ulong)(major & 0xFFFF_F000) << 32) | ((ulong)(major & 0xFFF) << 8)
        | ((ulong)(minor & 0xFFFF_FF00) << 12) | (minor & 0xFF);

    /// <summary>The major number; 0 for file systems without a device.</summary>
    public static uint Major(ulong device) => (uint)((device >> 32) & 0xFFFF_F000) | (uint)((device >> 8) & 0xFFF);

    /// <summary>The minor number.</summary>
    public static uint Minor(ulong device) => (uint)((device >> 12) & 0xFFFF_FF00) | (uint)(device & 0xFF);
}

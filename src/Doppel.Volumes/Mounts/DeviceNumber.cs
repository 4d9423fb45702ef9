namespace Doppel.Volumes;

/// <summary>
/// Splits and combines device numbers as in st_dev on Linux: a major number for the driver and a minor number for the
/// device.
/// </summary>
internal static class DeviceNumber
{
    /// <summary>Combines both numbers like <c>gnu_dev_makedev</c>.</summary>
    public static ulong Make(uint major, uint minor) =>
        ((ulong)(major & 0xFFFF_F000) << 32) | ((ulong)(major & 0xFFF) << 8)
        | ((ulong)(minor & 0xFFFF_FF00) << 12) | (minor & 0xFF);

    /// <summary>Returns the major number, which is 0 for file systems without a device.</summary>
    public static uint Major(ulong device) => (uint)((device >> 32) & 0xFFFF_F000) | (uint)((device >> 8) & 0xFFF);

    /// <summary>Returns the minor number.</summary>
    public static uint Minor(ulong device) => (uint)((device >> 12) & 0xFFFF_FF00) | (uint)(device & 0xFF);
}

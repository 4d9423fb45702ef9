using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <summary>
/// BY_HANDLE_FILE_INFORMATION, which provides the id if the newer call does not support the file system.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 52)]
internal struct WindowsFileInfo
{
    [FieldOffset(28)]
    public uint VolumeSerial;

    [FieldOffset(44)]
    public uint IdHigh;

    [FieldOffset(48)]
    public uint IdLow;
}

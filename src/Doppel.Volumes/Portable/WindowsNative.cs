using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Declares the few Windows calls that System.IO does not provide.</summary>
internal static unsafe partial class WindowsNative
{
    public const uint ReadAttributes = 0x80;
    public const uint ShareAll = 7;
    public const uint OpenExisting = 3;
    public const uint FlagBackupSemantics = 0x0200_0000;
    public const uint FlagOpenReparsePoint = 0x0020_0000;
    public const uint FlagOpenNoRecall = 0x0010_0000;
    public const uint FlagNoBuffering = 0x2000_0000;
    public const uint TypeDisk = 1;

    public const uint AttributeDirectory = 0x10;
    public const uint AttributeReparsePoint = 0x400;
    public const uint AttributeOffline = 0x1000;
    public const uint AttributeRecallOnOpen = 0x4_0000;
    public const uint AttributeRecallOnDataAccess = 0x40_0000;

    public const int ClassBasicInfo = 0;
    public const int ClassStandardInfo = 1;
    public const int ClassAttributeTagInfo = 9;
    public const int ClassIdInfo = 18;

    [LibraryImport("kernel32", EntryPoint = "CreateFileW", SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16)]
    public static partial SafeFileHandle CreateFile(
        string path, uint access, uint share, nint security, uint disposition, uint flags, nint template);

    [LibraryImport("kernel32", EntryPoint = "GetFileType", SetLastError = true)]
    public static partial uint GetFileType(SafeFileHandle file);

    [LibraryImport("kernel32", EntryPoint = "GetFileInformationByHandleEx", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetInformation(SafeFileHandle file, int kind, void* result, uint bytes);

    [LibraryImport("kernel32", EntryPoint = "GetFileInformationByHandle", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetInformation(SafeFileHandle file, out WindowsFileInfo result);

    [LibraryImport("kernel32", EntryPoint = "GetVolumePathNameW", SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetVolumePathName(string path, Span<char> root, uint length);

    [LibraryImport("kernel32", EntryPoint = "GetVolumeInformationW", SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetVolumeInformation(
        string root, Span<char> label, uint labelLength, out uint serial, out uint nameLengthMax, out uint flags,
        Span<char> fileSystem, uint fileSystemLength);

    [LibraryImport("kernel32", EntryPoint = "GetVolumeNameForVolumeMountPointW", SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetVolumeName(string root, Span<char> name, uint length);

    [LibraryImport("kernel32", EntryPoint = "DeviceIoControl", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool DeviceControl(
        SafeFileHandle device, uint code, void* input, uint inputBytes, void* output, uint outputBytes,
        out uint written, nint overlapped);

    // Returns its error code and does not set the last error.
    [LibraryImport("mpr", EntryPoint = "WNetGetConnectionW", StringMarshalling = StringMarshalling.Utf16)]
    public static partial int GetConnection(string drive, Span<char> share, ref uint length);

    [LibraryImport("kernel32", EntryPoint = "GetDriveTypeW", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint GetDriveType(string root);

    [LibraryImport("kernel32", EntryPoint = "GetDiskFreeSpaceW", SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetDiskFreeSpace(
        string root, out uint clusterSectors, out uint sectorBytes, out uint freeClusters, out uint clusters);
}

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

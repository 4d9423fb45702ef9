using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <content>Declares calls that change something. Those of ntdll take an open folder and a bare name.</content>
internal static unsafe partial class WindowsNative
{
    public const uint ReadData = 0x1;
    public const uint WriteAttributes = 0x100;
    public const uint Delete = 0x1_0000;
    public const uint ReadControl = 0x2_0000;
    public const uint WriteAccessList = 0x4_0000;
    public const uint Synchronize = 0x10_0000;
    public const uint GenericRead = 0x12_0089; // FILE_GENERIC_READ, which includes ReadControl
    public const uint GenericWrite = 0x12_0116;

    public const uint ShareRead = 1;
    public const uint ShareWrite = 2;
    public const uint ShareDelete = 4;

    public const uint DispositionOpen = 1;
    public const uint DispositionCreate = 2;

    public const uint OptionFolder = 0x1;
    public const uint OptionSynchronous = 0x20;
    public const uint OptionNoFolder = 0x40;
    public const uint OptionBackup = 0x4000;
    public const uint OptionReparsePoint = 0x20_0000;
    public const uint OptionNoRecall = 0x40_0000;

    public const int NtRename = 10;
    public const int NtLink = 11;
    public const int NtDelete = 13;
    public const int NtDeleteNow = 64;

    public const uint ControlSetSparse = 0x9_00C4;
    public const uint ControlAllocatedRanges = 0x9_40CF;

    public const uint SecurityOwnerGroupAccess = 1 | 2 | 4;
    public const uint SecurityAccess = 4;

    [LibraryImport("ntdll", EntryPoint = "NtCreateFile")]
    public static partial uint NtCreateFile(
        out nint handle, uint access, ObjectAttributes* attributes, StatusBlock* status, long* allocation,
        uint fileAttributes, uint share, uint disposition, uint options, void* extended, uint extendedBytes);

    [LibraryImport("ntdll", EntryPoint = "NtSetInformationFile")]
    public static partial uint NtSetInformation(
        SafeFileHandle file, StatusBlock* status, void* information, uint bytes, int kind);

    // Returns the error code and does not set the last error.
    [LibraryImport("ntdll", EntryPoint = "RtlNtStatusToDosError")]
    public static partial int ErrorOfStatus(uint status);

    [LibraryImport("kernel32", EntryPoint = "ReOpenFile", SetLastError = true)]
    public static partial SafeFileHandle ReOpen(SafeFileHandle file, uint access, uint share, uint flags);

    [LibraryImport("kernel32", EntryPoint = "FlushFileBuffers", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool Flush(SafeFileHandle file);

    [LibraryImport("kernel32", EntryPoint = "LockFileEx", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool Lock(
        SafeFileHandle file, uint flags, uint reserved, uint bytesLow, uint bytesHigh, Overlapped* place);

    [LibraryImport("kernel32", EntryPoint = "UnlockFileEx", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool Unlock(
        SafeFileHandle file, uint reserved, uint bytesLow, uint bytesHigh, Overlapped* place);

    [LibraryImport("kernel32", EntryPoint = "SetFileInformationByHandle", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool SetInformation(SafeFileHandle file, int kind, void* information, uint bytes);

    [LibraryImport("kernel32", EntryPoint = "GetFinalPathNameByHandleW", SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint GetFinalPath(SafeFileHandle file, Span<char> path, uint length, uint flags);

    [LibraryImport("kernel32", EntryPoint = "CreateSymbolicLinkW", SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16)]
    public static partial byte CreateSymbolicLink(string path, string target, uint flags);

    [LibraryImport("kernel32", EntryPoint = "GetDiskFreeSpaceExW", SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetFreeBytes(string folder, out long forUser, out long total, out long free);

    [LibraryImport("advapi32", EntryPoint = "GetKernelObjectSecurity", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool GetSecurity(
        SafeFileHandle file, uint wanted, Span<byte> descriptor, uint length, out uint needed);

    [LibraryImport("advapi32", EntryPoint = "SetKernelObjectSecurity", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool SetSecurity(SafeFileHandle file, uint given, ReadOnlySpan<byte> descriptor);

    [LibraryImport("shell32", EntryPoint = "SHFileOperationW")]
    public static partial int ShellOperation(ShellFileOperation* operation);

    /// <summary>UNICODE_STRING.</summary>
    public struct CountedText
    {
        public ushort Bytes;
        public ushort BytesMax;
        public char* Start;
    }

    /// <summary>OBJECT_ATTRIBUTES.</summary>
    public struct ObjectAttributes
    {
        public uint Length;
        public nint Root;
        public CountedText* Name;
        public uint Flags;
        public void* Security;
        public void* Quality;
    }

    /// <summary>OVERLAPPED, used here only for an offset in a file.</summary>
    public struct Overlapped
    {
        public nint Internal;
        public nint InternalHigh;
        public uint Offset;
        public uint OffsetHigh;
        public nint Event;
    }

    /// <summary>IO_STATUS_BLOCK.</summary>
    public struct StatusBlock
    {
        public nint Status;
        public nint Information;
    }

    /// <summary>SHFILEOPSTRUCTW on 64-bit processors.</summary>
    public struct ShellFileOperation
    {
        public nint Window;
        public uint Function;
        public char* From;
        public char* To;
        public ushort Flags;
        public int AnyAborted;
        public nint Mappings;
        public char* Title;
    }
}

using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <summary>
/// Declares the Linux system calls that a volume is built on. Their meanings are described in section 2 of the manual.
/// </summary>
internal static unsafe partial class Libc
{
    internal const int AtFdCwd = -100;
    internal const int AtSymlinkNoFollow = 0x100;
    internal const int AtNoAutomount = 0x800;
    internal const int AtEmptyPath = 0x1000;
    internal const int AtStatxForceSync = 0x2000;

    internal const int OpenReadOnly = 0;
    internal const int OpenNoControllingTerminal = 0x100;
    internal const int OpenNonBlock = 0x800;
    internal const int OpenNoAtime = 0x40000;
    internal const int OpenCloseOnExec = 0x80000;
    internal const int OpenPath = 0x200000;

    internal const int SeekSet = 0;

    internal const int ControlGetFlags = 3;
    internal const int ControlSetFlags = 4;

    internal const int AdviseRandom = 1;
    internal const int AdviseDontNeed = 4;

    // FS_IOC_FIEMAP from linux/fs.h: _IOWR('f', 11, struct fiemap), the same on all processors that .NET supports here.
    internal const nuint FileExtentMap = 0xC020660B;

    // FS_IOC_GETFSUUID (Linux 6.9) from linux/fs.h, and the older requests of single file systems, which need no
    // privileges either: EXT4_IOC_GETFSUUID (Linux 6.0), XFS_IOC_FSGEOMETRY_V1, BTRFS_IOC_FS_INFO and
    // BTRFS_IOC_INO_LOOKUP.
    internal const nuint GetUuid = 0x80111500;
    internal const nuint GetExtUuid = 0x8008662C;
    internal const nuint GetXfsGeometry = 0x80705864;
    internal const nuint GetBtrfsInfo = 0x8400941F;
    internal const nuint LookUpBtrfsInode = 0xD0009412;

    // These three differ between processors: see include/uapi/asm-generic/fcntl.h and
    // arch/arm64/include/uapi/asm/fcntl.h.
    internal static readonly int OpenDirectory =
        RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 0x4000 : 0x10000;

    internal static readonly int OpenNoFollow =
        RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 0x8000 : 0x20000;

    internal static readonly int OpenDirect =
        RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 0x10000 : 0x4000;

    [LibraryImport("libc", EntryPoint = "openat", SetLastError = true)]
    internal static partial int OpenAt(int folder, byte* path, int flags, int mode);

    [LibraryImport("libc", EntryPoint = "close")]
    internal static partial int Close(int descriptor);

    [LibraryImport("libc", EntryPoint = "getdents64", SetLastError = true)]
    internal static partial nint GetDirectoryEntries(int folder, byte* buffer, nint bytes);

    [LibraryImport("libc", EntryPoint = "lseek", SetLastError = true)]
    internal static partial long Seek(int descriptor, long offset, int whence);

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true)]
    internal static partial int Statx(int folder, byte* path, int flags, uint mask, StatxBuffer* result);

    [LibraryImport("libc", EntryPoint = "pread", SetLastError = true)]
    internal static partial nint ReadAt(int file, byte* buffer, nint bytes, long offset);

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    internal static partial int Control(int file, int command, int value);

    // Returns the error number and does not set errno.
    [LibraryImport("libc", EntryPoint = "posix_fadvise")]
    internal static partial int Advise(int file, long offset, long bytes, int advice);
    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    internal static partial int Control(int file, nuint request, void* argument);

    [LibraryImport("libc", EntryPoint = "getrusage")]
    internal static partial int GetResourceUsage(int who, ResourceUsage* usage);

    [LibraryImport("libc", EntryPoint = "readlinkat", SetLastError = true)]
    internal static partial nint ReadLinkAt(int folder, byte* path, byte* target, nint bytes);
}

/// <summary>struct file_dedupe_range from linux/fs.h with one struct file_dedupe_range_info.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct DedupeRange
{
    internal ulong SourceOffset;
    internal ulong Length;
    internal ushort Count;
    internal ushort Reserved1;
    internal uint Reserved2;
    internal long File;
    internal ulong Offset;
    internal ulong Shared;
    internal int Status;
    internal uint Reserved3;
}

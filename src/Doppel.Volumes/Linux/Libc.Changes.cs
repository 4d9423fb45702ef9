using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <content>System calls that change something, or that only callers who change something need.</content>
internal static unsafe partial class Libc
{
    internal const int AtSymlinkFollow = 0x400;
    internal const int AtRemoveFolder = 0x200;

    internal const int OpenReadWrite = 2;
    internal const int OpenCreate = 0x40;
    internal const int OpenExclusive = 0x80;

    // linux/fcntl.h
    internal const int ControlSetSignal = 10;
    internal const int ControlSetLease = 1024;
    internal const int ControlGetLease = 1025;
    internal const int LeaseForReading = 0;
    internal const int LeaseReleased = 2;

    // SIGURG is ignored by default. SIGIO, the default signal of a lease, would end the process.
    internal const int SignalUrgent = 23;

    internal const int LockExclusive = 2;
    internal const int LockWithoutWaiting = 4;
    internal const int LockRelease = 8;

    // FIDEDUPERANGE from linux/fs.h, and its status for a range that differs.
    internal const nuint ShareSameBlocks = 0xC0189436;
    internal const int StretchDiffers = 1;

    internal const uint RenameNoReplace = 1;
    internal const uint RenameExchange = 2;

    internal const int AccessWrite = 2;
    internal const int AtEffectiveAccess = 0x200;

    internal const int SeekData = 3;
    internal const int SeekHole = 4;

    // FS_IOC_GETFLAGS and FS_IOC_SETFLAGS from linux/fs.h on 64-bit machines.
    internal const nuint GetInodeFlags = 0x80086601;
    internal const nuint SetInodeFlags = 0x40086602;

    // FS_IOC_FSGETXATTR and FS_IOC_FSSETXATTR from linux/fs.h.
    internal const nuint GetFileSystemAttributes = 0x801C581F;
    internal const nuint SetFileSystemAttributes = 0x401C5820;

    // FAT_IOCTL_GET_ATTRIBUTES and FAT_IOCTL_SET_ATTRIBUTES from linux/msdos_fs.h.
    internal const nuint GetFatAttributes = 0x80047210;
    internal const nuint SetFatAttributes = 0x40047211;

    [LibraryImport("libc", EntryPoint = "geteuid")]
    internal static partial uint EffectiveUser();

    [LibraryImport("libc", EntryPoint = "linkat", SetLastError = true)]
    internal static partial int LinkAt(int folder, byte* path, int newFolder, byte* newPath, int flags);

    [LibraryImport("libc", EntryPoint = "symlinkat", SetLastError = true)]
    internal static partial int SymbolicLinkAt(byte* target, int folder, byte* path);

    [LibraryImport("libc", EntryPoint = "renameat2", SetLastError = true)]
    internal static partial int RenameAt(int folder, byte* path, int newFolder, byte* newPath, uint flags);

    [LibraryImport("libc", EntryPoint = "faccessat", SetLastError = true)]
    internal static partial int AccessAt(int folder, byte* path, int mode, int flags);

    [LibraryImport("libc", EntryPoint = "unlinkat", SetLastError = true)]
    internal static partial int UnlinkAt(int folder, byte* path, int flags);

    [LibraryImport("libc", EntryPoint = "mkdirat", SetLastError = true)]
    internal static partial int MakeFolderAt(int folder, byte* path, uint mode);

    [LibraryImport("libc", EntryPoint = "pwrite", SetLastError = true)]
    internal static partial nint WriteAt(int file, byte* buffer, nint bytes, long offset);

    [LibraryImport("libc", EntryPoint = "ftruncate", SetLastError = true)]
    internal static partial int SetLength(int file, long length);

    [LibraryImport("libc", EntryPoint = "flock", SetLastError = true)]
    internal static partial int Lock(int file, int operation);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    internal static partial int Sync(int descriptor);

    [LibraryImport("libc", EntryPoint = "syncfs", SetLastError = true)]
    internal static partial int SyncFileSystem(int descriptor);

    [LibraryImport("libc", EntryPoint = "fstatfs", SetLastError = true)]
    internal static partial int StatFs(int descriptor, StatFsBuffer* result);

    [LibraryImport("libc", EntryPoint = "fchown", SetLastError = true)]
    internal static partial int ChangeOwner(int file, uint owner, uint group);

    [LibraryImport("libc", EntryPoint = "fchownat", SetLastError = true)]
    internal static partial int ChangeOwnerAt(int folder, byte* path, uint owner, uint group, int flags);

    /// <param name="folder">The base of a relative path.</param>
    /// <param name="path">The path.</param>
    /// <param name="times">The times as for <see cref="SetTimes"/>.</param>
    /// <param name="flags">Whether to follow a symbolic link.</param>
    [LibraryImport("libc", EntryPoint = "utimensat", SetLastError = true)]
    internal static partial int SetTimesAt(int folder, byte* path, long* times, int flags);

    [LibraryImport("libc", EntryPoint = "fchmod", SetLastError = true)]
    internal static partial int ChangeMode(int file, uint mode);

    /// <param name="file">The file.</param>
    /// <param name="times">
    /// The seconds and nanoseconds of the access time, then of the modification time (struct timespec).
    /// </param>
    [LibraryImport("libc", EntryPoint = "futimens", SetLastError = true)]
    internal static partial int SetTimes(int file, long* times);

    [LibraryImport("libc", EntryPoint = "flistxattr", SetLastError = true)]
    internal static partial nint ListAttributes(int file, byte* names, nint bytes);

    [LibraryImport("libc", EntryPoint = "fgetxattr", SetLastError = true)]
    internal static partial nint GetAttribute(int file, byte* name, byte* value, nint bytes);

    [LibraryImport("libc", EntryPoint = "fsetxattr", SetLastError = true)]
    internal static partial int SetAttribute(int file, byte* name, byte* value, nint bytes, int flags);

    [LibraryImport("libc", EntryPoint = "fremovexattr", SetLastError = true)]
    internal static partial int RemoveAttribute(int file, byte* name);
}

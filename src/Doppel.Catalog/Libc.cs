using System.Runtime.InteropServices;

namespace Doppel.Catalog;

/// <summary>
/// The system calls that .NET does not offer. Their meanings are described in section 2 of the manual.
/// </summary>
internal static partial class Libc
{
    internal const int OpenWriteOnly = 1;
    internal const int OpenReadWrite = 2;
    internal const int OpenCreate = 0x40;
    internal const int OpenExclusive = 0x80;
    internal const int OpenAppend = 0x400;
    private const int OpenNonBlock = 0x800;
    internal const int OpenCloseOnExec = 0x80000;

    internal const int LockShared = 1;
    internal const int LockExclusive = 2;
    internal const int LockWithoutWaiting = 4;
    internal const int LockRelease = 8;

    internal const int NoSuchEntry = 2;

    // Differs between processors: include/uapi/asm-generic/fcntl.h and arch/arm64/include/uapi/asm/fcntl.h.
    internal static readonly int OpenNoFollow =
        RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 0x8000 : 0x20000;

    // What macOS calls them: its sys/fcntl.h.
    private const int MacNonBlock = 0x4;
    private const int MacNoFollow = 0x100;
    private const int MacCloseOnExec = 0x1000000;

    /// <summary>For reading, never through a symbolic link, and without waiting for the other end of a FIFO.</summary>
    internal static int OpenToRead => OperatingSystem.IsMacOS()
        ? MacNonBlock | MacNoFollow | MacCloseOnExec
        : OpenNonBlock | OpenNoFollow | OpenCloseOnExec;

    /// <summary>Opens a file that exists.</summary>
    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Open(string path, int flags);

    // Only on Linux: the third argument is passed differently on macOS.
    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Open(string path, int flags, uint mode);

    [LibraryImport("libc", EntryPoint = "flock", SetLastError = true)]
    internal static partial int Lock(SafeHandle file, int operation);
}

using System.Runtime.InteropServices;

namespace Doppel.Catalog;

/// <summary>
/// The system calls that .NET does not offer. Their meanings are described in section 2 of the manual.
/// </summary>
internal static partial class Libc
{
    internal const int OpenReadOnly = 0;
    internal const int OpenWriteOnly = 1;
    internal const int OpenReadWrite = 2;
    internal const int OpenCreate = 0x40;
    internal const int OpenExclusive = 0x80;
    internal const int OpenAppend = 0x400;
    internal const int OpenNonBlock = 0x800;
    internal const int OpenCloseOnExec = 0x80000;

    internal const int LockShared = 1;
    internal const int LockExclusive = 2;
    internal const int LockWithoutWaiting = 4;
    internal const int LockRelease = 8;

    internal const int NoSuchEntry = 2;

    // Differs between processors: include/uapi/asm-generic/fcntl.h and arch/arm64/include/uapi/asm/fcntl.h.
    internal static readonly int OpenNoFollow =
        RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 0x8000 : 0x20000;

    // Only on Linux: the third argument is passed differently on macOS.
    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Open(string path, int flags, uint mode);

    [LibraryImport("libc", EntryPoint = "flock", SetLastError = true)]
    internal static partial int Lock(SafeHandle file, int operation);
}

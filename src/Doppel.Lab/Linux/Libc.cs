using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Doppel.Lab;

/// <summary>
/// Linux system calls for counters and for ways of reading that volumes do not use. Names and semantics are those of
/// section 2 of the manual pages.
/// </summary>
[SupportedOSPlatform("linux")]
internal static unsafe partial class Libc
{
    internal const int OpenReadOnly = 0;
    internal const int OpenNonBlock = 0x800;
    internal const int OpenCloseOnExec = 0x80000;

    internal const int AdviseDontNeed = 4;

    internal const int ProtectRead = 1;
    internal const int ProtectReadWrite = 3;
    internal const int MapShared = 1;
    internal const int MapPopulate = 0x8000;
    internal const nint MapFailed = -1;

    internal const int Interrupted = 4;
    internal const int NotPermitted = 1;
    internal const int Invalid = 22;
    internal const int NotImplemented = 38;

    // The same on all processors, because these calls were added after the numbering was unified.
    internal const nint CacheStatNumber = 451;
    internal const nint RingSetupNumber = 425;
    internal const nint RingEnterNumber = 426;

    internal const int UseOfProcess = 0; // RUSAGE_SELF

    internal static readonly int OpenDirect =
        RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 0x10000 : 0x4000;

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true)]
    internal static partial int Open(byte* path, int flags, int mode);

    [LibraryImport("libc", EntryPoint = "close")]
    internal static partial int Close(int descriptor);

    [LibraryImport("libc", EntryPoint = "pread", SetLastError = true)]
    internal static partial nint ReadAt(int file, byte* buffer, nint bytes, long offset);

    [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
    internal static partial nint Map(nint address, nint bytes, int protection, int flags, int file, long offset);

    [LibraryImport("libc", EntryPoint = "munmap")]
    internal static partial int Unmap(nint address, nint bytes);

    // Returns the error number.
    [LibraryImport("libc", EntryPoint = "posix_fadvise")]
    internal static partial int Advise(int file, long offset, long bytes, int advice);

    [LibraryImport("libc", EntryPoint = "syncfs")]
    internal static partial int SyncFileSystem(int descriptor);

    [LibraryImport("libc", EntryPoint = "getrusage")]
    internal static partial int GetResourceUsage(int who, ProcessUse* use);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    internal static partial nint SystemCall(nint number, nint first, nint second, nint third, nint fourth, nint fifth,
        nint sixth);

    /// <summary>Opens a file for reading.</summary>
    /// <returns>The descriptor, or a negative error number.</returns>
    internal static int Open(byte[] path, int flags)
    {
        Span<byte> terminated = path.Length < 1024 ? stackalloc byte[path.Length + 1] : new byte[path.Length + 1];
        path.CopyTo(terminated);
        terminated[path.Length] = 0;
        fixed (byte* start = terminated)
        {
            while (true)
            {
                int file = Open(start, flags | OpenReadOnly | OpenNonBlock | OpenCloseOnExec, 0);
                if (file >= 0)
                {
                    return file;
                }

                int error = Marshal.GetLastPInvokeError();
                if (error != Interrupted)
                {
                    return -error;
                }
            }
        }
    }
}

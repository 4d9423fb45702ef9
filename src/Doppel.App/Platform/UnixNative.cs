using System.Runtime.InteropServices;

namespace Doppel.App;

/// <summary>
/// Declares the libc functions that the command line needs. Names and values are those of the system.
/// </summary>
internal static unsafe partial class UnixNative
{
    internal const int EINTR = 4;
    internal const int EAGAIN = 11;
    internal const int EPIPE = 32;
    internal const short POLLOUT = 4;

    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint write(int descriptor, byte* buffer, nuint count);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint read(int descriptor, byte* buffer, nuint count);

    [LibraryImport("libc")]
    internal static partial int poll(PollDescriptor* descriptors, nuint count, int timeoutMs);

    [LibraryImport("libc")]
    internal static partial int isatty(int descriptor);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial byte* getcwd(byte* buffer, nuint count);

    [LibraryImport("libc")]
    internal static partial void _exit(int status);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int execv(byte* path, nint* arguments);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial int setpriority(int which, uint who, int priority);

    [LibraryImport("libc", SetLastError = true)]
    internal static partial nint syscall(nint number, nint first, nint second, nint third);

    [LibraryImport("libc")]
    private static partial nint signal(int number, nint handler);

    [LibraryImport("libc")]
    private static partial int ioctl(int descriptor, nuint request, WindowSize* size);

    /// <summary>Returns the number of columns of a terminal on Linux; 0 if the descriptor is not a terminal.</summary>
    internal static int ColumnsOf(int descriptor)
    {
        const nuint Tiocgwinsz = 0x5413;
        WindowSize size;
        return ioctl(descriptor, Tiocgwinsz, &size) == 0 ? size.Columns : 0;
    }

    /// <summary>
    /// Makes glibc allocate each large memory block separately, so that each one is returned to the system when it is
    /// freed. Does nothing if libc is not glibc.
    /// </summary>
    /// <remarks>
    /// By default, glibc raises its threshold for large blocks, up to 32 MiB, each time a large block is freed. Smaller
    /// blocks go to heaps that rarely shrink: after a search of 150,000 files, 2 MB of freed memory would stay
    /// allocated.
    /// </remarks>
    internal static void TrimMalloc()
    {
        const int MmapThreshold = -3;
        const int LargeBytes = 128 * 1024;
        if (OperatingSystem.IsLinux() && NativeLibrary.TryLoad("libc.so.6", out nint library)
            && NativeLibrary.TryGetExport(library, "mallopt", out nint address))
        {
            ((delegate* unmanaged<int, int, int>)address)(MmapThreshold, LargeBytes);
        }
    }

    /// <summary>
    /// Makes a write beyond the limit for the size of files (ulimit -f) an error. Otherwise, a signal would end the
    /// process without a message and without removing temporary files.
    /// </summary>
    internal static void MakeFileSizeLimitAnError()
    {
        const int Sigxfsz = 25;
        const nint Ignore = 1;
        if (!OperatingSystem.IsWindows())
        {
            _ = signal(Sigxfsz, Ignore);
        }
    }

    /// <summary>Returns whether the parent process set SIGHUP to be ignored.</summary>
    internal static bool IgnoresHangUp()
    {
        // Only Linux reports this without changing anything: as a 64-bit mask in hex, whose lowest bit is SIGHUP.
        const string Name = "SigIgn:";
        try
        {
            string? line = OperatingSystem.IsLinux()
                ? File.ReadLines("/proc/self/status").FirstOrDefault(
                    static one => one.StartsWith(Name, StringComparison.Ordinal))
                : null;
            return line is not null && (Convert.ToInt32(line[^1..], 16) & 1) != 0;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>The native struct winsize.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct WindowSize
    {
        internal ushort Rows;
        internal ushort Columns;
        internal ushort Width;
        internal ushort Height;
    }

    /// <summary>The native struct pollfd.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct PollDescriptor
    {
        internal int Descriptor;
        internal short Events;
        internal short Returned;
    }
}

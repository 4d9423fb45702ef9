using System.ComponentModel;
using System.Runtime.InteropServices;

namespace Doppel.Testing.Trees;

/// <summary>Calls of Linux that make what System.IO cannot: byte names, links, nodes, folders of any depth.</summary>
public static partial class LibC
{
    internal const int WriteOnly = 1;
    internal const int Create = 0x40;
    internal const int Exclusive = 0x80;
    internal const int Truncate = 0x200;
    internal const int Folder = 0x1_0000;
    internal const int CloseOnExec = 0x8_0000;

    private const int NoSuchProcess = 3;

    /// <summary>The user id that this process acts with; 0 is root.</summary>
    public static uint UserId => geteuid();

    /// <summary>Sends a signal to a process; to one that has ended it does nothing.</summary>
    public static void Signal(int process, int signal)
    {
        int result = kill(process, signal);
        if (result != 0 && Marshal.GetLastPInvokeError() != NoSuchProcess)
        {
            Check(result, "kill");
        }
    }

    internal static int OpenAt(int folder, ByteName name, int flags, uint mode = 0)
    {
        // O_DIRECTORY has another value on Arm.
        bool arm = RuntimeInformation.ProcessArchitecture == Architecture.Arm64;
        int real = arm && (flags & Folder) != 0 ? flags & ~Folder | 0x4000 : flags;
        return Check(openat(folder, Terminated(name), real | CloseOnExec, mode), $"open {name}");
    }

    internal static bool TryMakeFolderAt(int folder, ByteName name) => mkdirat(folder, Terminated(name), 0x1FF) == 0;

    internal static void LinkAt(int fromFolder, ByteName from, int toFolder, ByteName to) =>
        Check(linkat(fromFolder, Terminated(from), toFolder, Terminated(to), 0), $"link {to}");

    internal static void SymbolicLinkAt(ByteName target, int folder, ByteName name) =>
        Check(symlinkat(Terminated(target), folder, Terminated(name)), $"symlink {name}");

    internal static void MakeNodeAt(int folder, ByteName name, uint mode, ulong device) =>
        Check(mknodat(folder, Terminated(name), mode, device), $"mknod {name}");

    internal static void ChangeModeAt(int folder, ByteName name, uint mode) =>
        Check(fchmodat(folder, Terminated(name), mode, 0), $"chmod {name}");

    internal static void RemoveAt(int folder, ByteName name) =>
        Check(unlinkat(folder, Terminated(name), 0), $"unlink {name}");

    internal static void RenameAt(int folder, ByteName name, int toFolder, ByteName to) =>
        Check(renameat(folder, Terminated(name), toFolder, Terminated(to)), $"rename {name}");

    /// <summary>Makes a file lie in blocks of another: <c>FICLONERANGE</c> of linux/fs.h.</summary>
    /// <param name="from">The file that has the blocks, open for reading.</param>
    /// <param name="offset">Where in it, a multiple of a block.</param>
    /// <param name="bytes">How many; 0 is to the end.</param>
    /// <param name="to">The file that gets them, open for writing.</param>
    /// <param name="at">Where in it, a multiple of a block.</param>
    public static void CloneRange(SafeHandle from, long offset, long bytes, SafeHandle to, long at)
    {
        ArgumentNullException.ThrowIfNull(from);
        ArgumentNullException.ThrowIfNull(to);
        long[] range = [from.DangerousGetHandle(), offset, bytes, at];
        Check(ioctl((int)to.DangerousGetHandle(), 0x4020_940D, range), "clone");
        GC.KeepAlive(from);
        GC.KeepAlive(to);
    }

    internal static void Close(int handle) => Check(close(handle), "close");

    internal static (int Read, int Write) Pipe()
    {
        int[] ends = new int[2];
        Check(pipe2(ends, CloseOnExec), "pipe");
        return (ends[0], ends[1]);
    }

    internal static byte[] Terminated(ByteName name) => [.. name.Bytes, 0];

    internal static int Check(int result, string what) =>
        result >= 0 ? result : throw new Win32Exception(Marshal.GetLastPInvokeError(), $"{what}: {LastError}");

    private static string LastError => Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError());

    [LibraryImport("libc", SetLastError = true)]
    private static partial int ioctl(int file, nuint request, long[] argument);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int openat(int folder, byte[] path, int flags, uint mode);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int mkdirat(int folder, byte[] path, uint mode);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int linkat(int fromFolder, byte[] from, int toFolder, byte[] to, int flags);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int symlinkat(byte[] target, int folder, byte[] path);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int mknodat(int folder, byte[] path, uint mode, ulong device);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int fchmodat(int folder, byte[] path, uint mode, int flags);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int unlinkat(int folder, byte[] path, int flags);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int renameat(int folder, byte[] path, int toFolder, byte[] to);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int pipe2([Out] int[] ends, int flags);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int close(int handle);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int kill(int process, int signal);

    [LibraryImport("libc")]
    private static partial uint geteuid();
}

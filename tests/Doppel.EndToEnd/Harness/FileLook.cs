using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Doppel.EndToEnd.Harness;

/// <summary>Looks and writes that cost little more than the system call, for tests that race with the executable.
/// </summary>
internal static partial class FileLook
{
    private const int CurrentFolder = -100; // AT_FDCWD
    private const int NoFollow = 0x100; // AT_SYMLINK_NOFOLLOW
    private const uint InodeMask = 0x100; // STATX_INO
    private const int InodeOffset = 32; // stx_ino of struct statx
    private const int WriteOnly = 1;
    private const int Exclusive = 0x80;
    private const int Truncate = 0x200;
    private const int FirstInFirstOut = 1; // SCHED_FIFO
    private const int CloseOnExec = 0x8_0000;

    /// <summary>The inode that stands under a name, be it a link; 0 where nothing does.</summary>
    public static ulong Inode(byte[] path)
    {
        byte[] result = new byte[256];
        return statx(CurrentFolder, path, NoFollow, InodeMask, result) == 0
            ? BinaryPrimitives.ReadUInt64LittleEndian(result.AsSpan(InodeOffset))
            : 0;
    }

    /// <summary>Opens a file that is there for writing and empties it, as a program does that saves anew.</summary>
    /// <returns>Null where nothing stands under the name.</returns>
    public static SafeFileHandle? OpenEmptied(byte[] path)
    {
        int file = open(path, WriteOnly | Truncate | CloseOnExec);
        return file < 0 ? null : new SafeFileHandle(file, ownsHandle: true);
    }

    /// <summary>Whether no file system is mounted from a block device, in any place.</summary>
    public static bool IsFree(string device)
    {
        using var handle = new SafeFileHandle(open(Terminated(device), Exclusive | CloseOnExec), ownsHandle: true);
        return !handle.IsInvalid;
    }

    /// <summary>
    /// Lets this thread run before all ordinary ones until it ends, so that nobody takes the processor away from it.
    /// Without the right to it, or a second processor for the others, nothing happens.
    /// </summary>
    public static void RunFirst() =>
        _ = Environment.ProcessorCount > 1 ? sched_setscheduler(0, FirstInFirstOut, [1]) : 0;

    /// <summary>A path as the calls take it.</summary>
    public static byte[] Terminated(ByteName path) => [.. path.Bytes, 0];

    [LibraryImport("libc")]
    private static partial int statx(int folder, byte[] path, int flags, uint mask, [Out] byte[] result);

    [LibraryImport("libc")]
    private static partial int sched_setscheduler(int thread, int policy, int[] priority);

    [LibraryImport("libc")]
    private static partial int open(byte[] path, int flags);
}

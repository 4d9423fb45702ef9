using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <summary>Declares calls that other systems lack or define differently than macOS.</summary>
/// <remarks>
/// On Intel processors, the original function names use structures with 32-bit inode numbers; the functions with 64-bit
/// inode numbers have names of their own. On Apple's processors, variadic arguments are passed on the stack, after
/// eight arguments in registers.
/// </remarks>
internal static unsafe partial class MacNative
{
    /// <summary>F_GETPATH: the current path of an open file.</summary>
    internal const int ControlGetPath = 50;

    internal const int PathBytesMax = 1024;

    // UTIME_OMIT.
    internal const long OmitTime = -2;

    private static readonly bool s_isArm = RuntimeInformation.ProcessArchitecture == Architecture.Arm64;

    internal static int Stat(SafeFileHandle file, out MacStat result) =>
        s_isArm ? StatArm(file, out result) : StatIntel(file, out result);

    internal static int StatAt(SafeFileHandle folder, ReadOnlySpan<byte> path, out MacStat result, int flags) =>
        s_isArm ? StatAtArm(folder, path, out result, flags) : StatAtIntel(folder, path, out result, flags);

    internal static int StatAt(int folder, ReadOnlySpan<byte> path, out MacStat result, int flags) =>
        s_isArm ? StatAtArm(folder, path, out result, flags) : StatAtIntel(folder, path, out result, flags);

    internal static int StatFs(SafeFileHandle file, out MacStatFs result) =>
        s_isArm ? StatFsArm(file, out result) : StatFsIntel(file, out result);

    /// <summary>Calls fcntl(2) with a buffer for the result.</summary>
    internal static int Control(SafeFileHandle file, int command, byte* answer) => s_isArm
        ? ControlOnStack(file, command, 0, 0, 0, 0, 0, 0, answer)
        : ControlInRegisters(file, command, answer);

    [LibraryImport("libc", EntryPoint = "fstat", SetLastError = true)]
    private static partial int StatArm(SafeFileHandle file, out MacStat result);

    [LibraryImport("libc", EntryPoint = "fstat$INODE64", SetLastError = true)]
    private static partial int StatIntel(SafeFileHandle file, out MacStat result);

    [LibraryImport("libc", EntryPoint = "fstatat", SetLastError = true)]
    private static partial int StatAtArm(
        SafeFileHandle folder, ReadOnlySpan<byte> path, out MacStat result, int flags);

    [LibraryImport("libc", EntryPoint = "fstatat$INODE64", SetLastError = true)]
    private static partial int StatAtIntel(
        SafeFileHandle folder, ReadOnlySpan<byte> path, out MacStat result, int flags);

    [LibraryImport("libc", EntryPoint = "fstatat", SetLastError = true)]
    private static partial int StatAtArm(int folder, ReadOnlySpan<byte> path, out MacStat result, int flags);

    [LibraryImport("libc", EntryPoint = "fstatat$INODE64", SetLastError = true)]
    private static partial int StatAtIntel(int folder, ReadOnlySpan<byte> path, out MacStat result, int flags);

    [LibraryImport("libc", EntryPoint = "fstatfs", SetLastError = true)]
    private static partial int StatFsArm(SafeFileHandle file, out MacStatFs result);

    [LibraryImport("libc", EntryPoint = "fstatfs$INODE64", SetLastError = true)]
    private static partial int StatFsIntel(SafeFileHandle file, out MacStatFs result);

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    private static partial int ControlInRegisters(SafeFileHandle file, int command, byte* answer);

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    private static partial int ControlOnStack(
        SafeFileHandle file, int command, nint third, nint fourth, nint fifth, nint sixth, nint seventh, nint eighth,
        byte* answer);

    [LibraryImport("libc", EntryPoint = "renameatx_np", SetLastError = true)]
    internal static partial int Rename(
        SafeFileHandle folder, ReadOnlySpan<byte> path, SafeFileHandle newFolder, ReadOnlySpan<byte> newPath,
        uint flags);

    [LibraryImport("libc", EntryPoint = "flistxattr", SetLastError = true)]
    internal static partial nint ListAttributes(SafeFileHandle file, Span<byte> names, nint bytes, int options);

    [LibraryImport("libc", EntryPoint = "fgetxattr", SetLastError = true)]
    internal static partial nint GetAttribute(
        SafeFileHandle file, ReadOnlySpan<byte> name, Span<byte> value, nint bytes, uint position, int options);

    [LibraryImport("libc", EntryPoint = "fsetxattr", SetLastError = true)]
    internal static partial int SetAttribute(
        SafeFileHandle file, ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, nint bytes, uint position, int options);

    [LibraryImport("libc", EntryPoint = "fremovexattr", SetLastError = true)]
    internal static partial int RemoveAttribute(SafeFileHandle file, ReadOnlySpan<byte> name, int options);

    [LibraryImport("libc", EntryPoint = "fchown", SetLastError = true)]
    internal static partial int ChangeOwner(SafeFileHandle file, uint owner, uint group);

    [LibraryImport("libc", EntryPoint = "fchmod", SetLastError = true)]
    internal static partial int ChangeMode(SafeFileHandle file, uint mode);

    [LibraryImport("libc", EntryPoint = "fchflags", SetLastError = true)]
    internal static partial int ChangeFlags(SafeFileHandle file, uint flags);

    [LibraryImport("libc", EntryPoint = "fchownat", SetLastError = true)]
    internal static partial int ChangeOwnerAt(
        SafeFileHandle folder, ReadOnlySpan<byte> path, uint owner, uint group, int flags);

    [LibraryImport("libc", EntryPoint = "utimensat", SetLastError = true)]
    internal static partial int SetTimesAt(SafeFileHandle folder, ReadOnlySpan<byte> path, long* times, int flags);

    [LibraryImport("libc", EntryPoint = "futimens", SetLastError = true)]
    internal static partial int SetTimes(SafeFileHandle file, long* times);
}

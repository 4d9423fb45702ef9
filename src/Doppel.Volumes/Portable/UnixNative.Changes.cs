using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <content>Declares POSIX calls that take open folders. Paths end in a null byte.</content>
internal static unsafe partial class UnixNative
{
    internal const int ReadOnly = 0;
    internal const int ReadWrite = 2;
    internal const int LockExclusive = 2;
    internal const int LockWithoutWaiting = 4;
    internal const int LockRelease = 8;

    /// <summary>Whether variadic arguments ("...") are passed on the stack, as on Apple's own processors.</summary>
    private static readonly bool s_openArgumentsOnStack =
        OperatingSystem.IsMacOS() && RuntimeInformation.ProcessArchitecture == Architecture.Arm64;

    /// <summary>Gets all metadata of an entry, on Linux.</summary>
    public static VolumeError StatAt(
        SafeFileHandle at, ReadOnlySpan<byte> name, int flags, uint mask, out StatxBuffer stat)
    {
        stat = default;
        fixed (byte* terminated = UnixSystem.Terminated(name))
        fixed (StatxBuffer* result = &stat)
        {
            using var use = new HandleUse(at);
            return Outcome(Libc.Statx(use.Descriptor, terminated, flags, mask, result));
        }
    }

    /// <summary>Calls openat(2).</summary>
    /// <returns>The handle, which is invalid after a failure.</returns>
    public static SafeFileHandle OpenAt(int folder, ReadOnlySpan<byte> path, int flags, uint mode)
    {
        int descriptor = s_openArgumentsOnStack
            ? OpenAtOnStack(folder, path, flags, 0, 0, 0, 0, 0, (nint)mode)
            : OpenAtInRegisters(folder, path, flags, mode);
        return new SafeFileHandle(descriptor, ownsHandle: true);
    }

    [LibraryImport("libc", EntryPoint = "openat", SetLastError = true)]
    private static partial int OpenAtInRegisters(int folder, ReadOnlySpan<byte> path, int flags, uint mode);

    // Eight arguments are passed in registers there, so that the next one goes on the stack.
    [LibraryImport("libc", EntryPoint = "openat", SetLastError = true)]
    private static partial int OpenAtOnStack(
        int folder, ReadOnlySpan<byte> path, int flags, nint fourth, nint fifth, nint sixth, nint seventh, nint eighth,
        nint mode);

    [LibraryImport("libc", EntryPoint = "geteuid")]
    internal static partial uint EffectiveUser();

    [LibraryImport("libc", EntryPoint = "linkat", SetLastError = true)]
    internal static partial int LinkAt(
        int folder, ReadOnlySpan<byte> path, SafeFileHandle newFolder, ReadOnlySpan<byte> newPath, int flags);

    [LibraryImport("libc", EntryPoint = "linkat", SetLastError = true)]
    internal static partial int LinkAt(
        SafeFileHandle folder, ReadOnlySpan<byte> path, SafeFileHandle newFolder, ReadOnlySpan<byte> newPath,
        int flags);

    [LibraryImport("libc", EntryPoint = "symlinkat", SetLastError = true)]
    internal static partial int SymbolicLinkAt(
        ReadOnlySpan<byte> target, SafeFileHandle folder, ReadOnlySpan<byte> path);

    [LibraryImport("libc", EntryPoint = "readlinkat", SetLastError = true)]
    internal static partial nint ReadLinkAt(
        SafeFileHandle folder, ReadOnlySpan<byte> path, Span<byte> target, nint bytes);

    [LibraryImport("libc", EntryPoint = "renameat", SetLastError = true)]
    internal static partial int RenameAt(
        SafeFileHandle folder, ReadOnlySpan<byte> path, SafeFileHandle newFolder, ReadOnlySpan<byte> newPath);

    [LibraryImport("libc", EntryPoint = "renameat2", SetLastError = true)]
    internal static partial int RenameLinux(
        SafeFileHandle folder, ReadOnlySpan<byte> path, SafeFileHandle newFolder, ReadOnlySpan<byte> newPath,
        uint flags);

    [LibraryImport("libc", EntryPoint = "unlinkat", SetLastError = true)]
    internal static partial int UnlinkAt(SafeFileHandle folder, ReadOnlySpan<byte> path, int flags);

    [LibraryImport("libc", EntryPoint = "mkdirat", SetLastError = true)]
    internal static partial int MakeFolderAt(SafeFileHandle folder, ReadOnlySpan<byte> path, uint mode);

    [LibraryImport("libc", EntryPoint = "flock", SetLastError = true)]
    internal static partial int Lock(SafeFileHandle file, int operation);

    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    internal static partial int Sync(SafeFileHandle descriptor);

    [LibraryImport("libc", EntryPoint = "syncfs", SetLastError = true)]
    internal static partial int SyncFileSystem(SafeFileHandle descriptor);

    [LibraryImport("libc", EntryPoint = "lseek", SetLastError = true)]
    internal static partial long Seek(SafeFileHandle file, long offset, int whence);

    [LibraryImport("libc", EntryPoint = "ftruncate", SetLastError = true)]
    internal static partial int SetLength(SafeFileHandle file, long length);
}

using System.Runtime.InteropServices;

namespace Doppel.Volumes.Tests;

/// <summary>Makes on a Linux disk what System.IO cannot: names of any bytes, FIFOs, paths without limit.</summary>
internal static partial class DiskNative
{
    private const int CurrentFolder = -100;
    private const int WriteCreate = 0x41; // O_WRONLY | O_CREAT

    // O_DIRECTORY differs between processors.
    private static readonly int s_folderOnly =
        RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 0x4000 : 0x1_0000;

    public static int OpenFolder(int at, ReadOnlySpan<byte> path) =>
        Check(openat(at, Text(path), s_folderOnly, 0), path);

    public static void MakeFolder(int at, ReadOnlySpan<byte> path) => Check(mkdirat(at, Text(path), 0x1ED), path);

    public static void MakeFile(int at, ReadOnlySpan<byte> path, ReadOnlySpan<byte> content)
    {
        int file = Check(openat(at, Text(path), WriteCreate, 0x1A4), path);
        while (!content.IsEmpty)
        {
            int written = (int)write(file, content, (nuint)content.Length);
            content = content[Check(written, path)..];
        }

        Close(file);
    }

    public static void MakeFolder(ReadOnlySpan<byte> path) => MakeFolder(CurrentFolder, path);

    public static void MakeFile(ReadOnlySpan<byte> path, ReadOnlySpan<byte> content) =>
        MakeFile(CurrentFolder, path, content);

    public static void MakeLink(ReadOnlySpan<byte> path, ReadOnlySpan<byte> target) =>
        Check(symlink(Text(target), Text(path)), path);

    public static void MakeHardLink(ReadOnlySpan<byte> path, ReadOnlySpan<byte> existing) =>
        Check(link(Text(existing), Text(path)), path);

    public static void MakeFifo(ReadOnlySpan<byte> path) => Check(mkfifo(Text(path), 0x1A4), path);

    public static void SetMode(ReadOnlySpan<byte> path, uint mode) => Check(chmod(Text(path), mode), path);

    public static void Truncate(ReadOnlySpan<byte> path, long size) => Check(truncate(Text(path), size), path);

    public static void Remove(ReadOnlySpan<byte> path) => Check(unlink(Text(path)), path);

    public static void Close(int descriptor) => Check(close(descriptor), "descriptor"u8);

    /// <summary>Sets the user that the kernel checks file access of this thread against.</summary>
    public static void SetFileUser(uint user) => _ = setfsuid(user);

    private static byte[] Text(ReadOnlySpan<byte> path) => [.. path, 0];

    private static int Check(int result, ReadOnlySpan<byte> what) => result >= 0
        ? result
        : throw new IOException(
            $"{System.Text.Encoding.UTF8.GetString(what)}: {Marshal.GetLastPInvokeErrorMessage()}");

    [LibraryImport("libc", SetLastError = true)]
    private static partial int openat(int at, byte[] path, int flags, uint mode);

    [LibraryImport("libc", SetLastError = true)]
    private static partial nint write(int file, ReadOnlySpan<byte> bytes, nuint count);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int close(int file);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int mkdirat(int at, byte[] path, uint mode);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int symlink(byte[] target, byte[] path);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int link(byte[] existing, byte[] path);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int mkfifo(byte[] path, uint mode);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int chmod(byte[] path, uint mode);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int truncate(byte[] path, long size);

    [LibraryImport("libc", SetLastError = true)]
    private static partial int unlink(byte[] path);

    [LibraryImport("libc")]
    private static partial int setfsuid(uint user);
}

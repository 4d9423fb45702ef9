using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Doppel.S3;

/// <summary>
/// What Linux says about a file, and .NET does not: its inode, its owner and the time of its last change.
/// </summary>
/// <param name="Length">The length in bytes.</param>
/// <param name="Modified">When the content was last changed, unless a program has set this time.</param>
/// <param name="Changed">When anything about the file was last changed (ctime). Programs cannot set it.</param>
internal readonly partial record struct LinuxFile(
    long Length, (long Seconds, uint Nanoseconds) Modified, (long Seconds, uint Nanoseconds) Changed)
{
    // struct statx of linux/stat.h, which is the same on all processors.
    private const int StatxBytes = 256;
    private const int LinksAt = 0x10;
    private const int OwnerAt = 0x14;
    private const int ModeAt = 0x1C;
    private const int InodeAt = 0x20;
    private const int LengthAt = 0x28;
    private const int ChangedAt = 0x60;
    private const int ModifiedAt = 0x70;
    private const int DeviceAt = 0x88;

    private const int AtEmptyPath = 0x1000;
    private const int AtSymlinkNoFollow = 0x100;
    private const int AtCurrentFolder = -100;
    private const uint BasicStats = 0x7FF;

    private const int KindBits = 0xF000;
    private const int KindOfFile = 0x8000;
    private const int OthersMayWrite = 0x12;

    /// <summary>Gets the device and the inode number.</summary>
    internal (ulong Device, ulong Inode) Identity { get; private init; }

    /// <summary>Gets whether it is a regular file of the current user.</summary>
    internal bool IsOwn { get; private init; }

    /// <summary>Gets whether it has one name, and nobody but its owner can write to it.</summary>
    internal bool IsPrivate { get; private init; }

    /// <summary>Looks at an open file.</summary>
    /// <returns>Null if the system is not Linux, or does not tell.</returns>
    internal static LinuxFile? Of(SafeFileHandle file)
    {
        Span<byte> raw = stackalloc byte[StatxBytes];
        return OperatingSystem.IsLinux()
            && Statx(file, "", AtEmptyPath, BasicStats, ref MemoryMarshal.GetReference(raw)) == 0 ? Read(raw) : null;
    }

    /// <summary>Looks at what has a name, without following a symbolic link.</summary>
    /// <inheritdoc cref="Of(SafeFileHandle)"/>
    internal static LinuxFile? Of(string path)
    {
        Span<byte> raw = stackalloc byte[StatxBytes];
        return OperatingSystem.IsLinux()
            && StatxPath(
                AtCurrentFolder, path, AtSymlinkNoFollow, BasicStats, ref MemoryMarshal.GetReference(raw)) == 0
            ? Read(raw)
            : null;
    }

    private static LinuxFile Read(ReadOnlySpan<byte> raw)
    {
        int mode = BinaryPrimitives.ReadUInt16LittleEndian(raw[ModeAt..]);
        return new LinuxFile(
            BinaryPrimitives.ReadInt64LittleEndian(raw[LengthAt..]), TimeAt(raw, ModifiedAt), TimeAt(raw, ChangedAt))
        {
            Identity = (
                BinaryPrimitives.ReadUInt64LittleEndian(raw[DeviceAt..]),
                BinaryPrimitives.ReadUInt64LittleEndian(raw[InodeAt..])),
            IsOwn = (mode & KindBits) == KindOfFile
                && BinaryPrimitives.ReadUInt32LittleEndian(raw[OwnerAt..]) == EffectiveUser(),
            IsPrivate = (mode & OthersMayWrite) == 0
                && BinaryPrimitives.ReadUInt32LittleEndian(raw[LinksAt..]) == 1,
        };
    }

    private static (long Seconds, uint Nanoseconds) TimeAt(ReadOnlySpan<byte> raw, int at) => (
        BinaryPrimitives.ReadInt64LittleEndian(raw[at..]),
        BinaryPrimitives.ReadUInt32LittleEndian(raw[(at + sizeof(long))..]));

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Statx(SafeFileHandle file, string path, int flags, uint mask, ref byte facts);

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int StatxPath(int folder, string path, int flags, uint mask, ref byte facts);

    [LibraryImport("libc", EntryPoint = "geteuid")]
    private static partial uint EffectiveUser();
}

using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Doppel.Volumes;

/// <summary>
/// Accesses the local file tree of Linux through raw system calls. Names are bytes, and no unnecessary calls are made.
/// </summary>
/// <remarks>
/// <para>Thread-safe. Handles are file descriptors, and the volume has no state of its own.</para>
/// <para>
/// Opens files with O_NOATIME where that is permitted (for the user's own files, or as root), so that a search does not
/// cause a write for each file it reads. The first refusal turns this off.
/// </para>
/// </remarks>
[SupportedOSPlatform("linux")]
public sealed unsafe partial class LinuxVolume : IChangeableVolume, ISharedListing
{
    // One call returns about a thousand names. glibc uses the same size, and it fits on the stack of a worker.
    private const int ListBytes = 32 * 1024;

    // Offsets in struct linux_dirent64, getdents64(2).
    private const int RecordLengthAt = 16;
    private const int RecordKindAt = 18;
    private const int RecordNameAt = 19;

    // With a name of 255 bytes and its NUL, aligned to 8.
    private const int RecordBytesMax = 280;

    private const int LookOnly = Libc.AtNoAutomount | Libc.AtSymlinkNoFollow;

    // On FUSE and networks, the kernel would otherwise answer from its cache for as long as the mount allows, and a
    // size that has changed meanwhile hides a duplicate. Local file systems ignore the flag. It costs no further call.
    private const int AskFileSystem = Libc.AtStatxForceSync;

    private static readonly byte s_empty;

    private readonly bool _canRename = true;
    private readonly Lazy<bool> _automounts = new(AnyAutomount);
    private volatile bool _noAtimeRefused;

    /// <summary>Creates a volume that uses all system calls.</summary>
    public LinuxVolume()
    {
    }

    /// <summary>
    /// Creates a volume whose renames are limited as on FUSE and some network file systems, for tests.
    /// </summary>
    /// <param name="canRename">Whether a rename can refuse to replace a file, and can exchange two names.</param>
    internal LinuxVolume(bool canRename) => _canRename = canRename;

    /// <inheritdoc/>
    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        folder = FolderHandle.None;
        facts = default;
        int flags = Libc.OpenReadOnly | Libc.OpenDirectory | Libc.OpenNonBlock | Libc.OpenCloseOnExec;
        if (links == LinkPolicy.Stay)
        {
            flags |= Libc.OpenNoFollow;
            if (_automounts.Value && IsAutomount(at, path))
            {
                return new VolumeError(VolumeErrorKind.Unsupported);
            }
        }

        VolumeError error = Open(at, path.IsEmpty ? "."u8 : path, flags, out int descriptor);
        if (error.Failed)
        {
            return error.Code == Errno.NotADirectory ? WhyNoFolder(at, path, links, error) : error;
        }

        error = StatDescriptor(descriptor, out facts);
        if (error.Failed)
        {
            _ = Libc.Close(descriptor);
            return error;
        }

        folder = new FolderHandle(descriptor);
        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor) =>
        Libc.Seek(folder.Value, 0, Libc.SeekSet) < 0 ? LastError() : ListRest(folder, wanted, visitor, onMore: null);

    /// <inheritdoc/>
    /// <remarks>
    /// The kernel lets one thread at a time read from a descriptor and move its position, so each gets other entries.
    /// </remarks>
    [SkipLocalsInit]
    public VolumeError ListRest(FolderHandle folder, FactFields wanted, IEntryVisitor visitor, Action? onMore)
    {
        byte* buffer = stackalloc byte[ListBytes];
        while (true)
        {
            nint bytes = Libc.GetDirectoryEntries(folder.Value, buffer, ListBytes);
            if (bytes <= 0)
            {
                return bytes == 0 ? VolumeError.None : LastError();
            }

            if (bytes > ListBytes - RecordBytesMax)
            {
                onMore?.Invoke();
            }

            for (byte* record = buffer; record < buffer + bytes;)
            {
                byte* name = record + RecordNameAt;
                ulong inode = BinaryPrimitives.ReadUInt64LittleEndian(new ReadOnlySpan<byte>(record, sizeof(ulong)));
                EntryKind kind = KindOf(record[RecordKindAt]);
                record += BinaryPrimitives.ReadUInt16LittleEndian(new ReadOnlySpan<byte>(record + RecordLengthAt, 2));
                if (!IsDotOrDotDot(name))
                {
                    VisitEntry(folder, name, inode, kind, wanted, visitor);
                }
            }
        }
    }

    /// <inheritdoc/>
    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        int flags = Libc.AtNoAutomount | AskFileSystem | (links == LinkPolicy.Stay ? Libc.AtSymlinkNoFollow : 0);
        VolumeError error = StatPath(at, path, flags, MaskOf(wanted), out StatxBuffer result);
        result.CopyTo(out facts);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        file = FileHandle.None;
        facts = default;
        VolumeError error = OpenForReading(at, path, out int descriptor);
        if (error.Failed)
        {
            return error;
        }

        error = StatDescriptor(descriptor, out facts);
        if (!error.Failed && facts.Kind != EntryKind.File)
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        if (error.Failed)
        {
            _ = Libc.Close(descriptor);
            return error;
        }

        file = new FileHandle(descriptor);
        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        read = 0;
        fixed (byte* start = buffer)
        {
            while (read < buffer.Length)
            {
                nint got = Libc.ReadAt(file.Value, start + read, buffer.Length - read, offset + read);
                if (got > 0)
                {
                    read += (int)got;
                }
                else if (got == 0)
                {
                    break;
                }
                else if (Marshal.GetLastPInvokeError() != Errno.Interrupted)
                {
                    return LastError();
                }
            }
        }

        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError ReadAtOnce(FolderHandle at, ReadOnlySpan<byte> path, Span<byte> buffer, out int read)
    {
        read = -1;
        VolumeError error = OpenForReading(at, path, out int descriptor);
        if (!error.Failed)
        {
            error = ReadAtOnce(descriptor, buffer, out read);
            _ = Libc.Close(descriptor);
        }

        return error;
    }

    /// <inheritdoc/>
    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        VolumeError error = StatDescriptor(file.Value, AskFileSystem, StatxBuffer.MaskAll, out StatxBuffer result);
        result.CopyTo(out facts);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target)
    {
        VolumeError error = Enter(at, ref path, out int start);
        target = [];
        if (error.Failed)
        {
            return error;
        }

        error = ReadLinkHere(start, path, out target);
        Leave(at, start);
        return error;
    }

    /// <inheritdoc/>
    public void Uncache(FileHandle file) => _ = Libc.Advise(file.Value, 0, 0, Libc.AdviseDontNeed);

    /// <inheritdoc/>
    public void Close(FileHandle file) => _ = Libc.Close(file.Value);

    /// <inheritdoc/>
    public void Close(FolderHandle folder) => _ = Libc.Close(folder.Value);

    /// <inheritdoc/>
    public string Describe(VolumeError failure) => failure.Code != 0
        ? Marshal.GetPInvokeErrorMessage(failure.Code)
        : VolumeErrorText.Of(failure.Kind);

    // All but the last byte of the buffer is expected to be filled. Each read asks for one byte more than expected; if
    // the system does not return it, the file has ended.
    private static VolumeError ReadAtOnce(int descriptor, Span<byte> buffer, out int read)
    {
        read = 0;
        fixed (byte* start = buffer)
        {
            while (read < buffer.Length - 1)
            {
                nint got = Libc.ReadAt(descriptor, start + read, buffer.Length - read, read);
                if (got == 0)
                {
                    break;
                }

                if (got > 0)
                {
                    read += (int)got;
                }
                else if (Marshal.GetLastPInvokeError() != Errno.Interrupted)
                {
                    return LastError();
                }
            }
        }

        return VolumeError.None;
    }

    private VolumeError OpenForReading(FolderHandle at, ReadOnlySpan<byte> path, out int descriptor)
    {
        int flags = Libc.OpenReadOnly | Libc.OpenNonBlock | Libc.OpenNoControllingTerminal | Libc.OpenCloseOnExec
            | Libc.OpenNoFollow;
        if (!_noAtimeRefused)
        {
            VolumeError error = Open(at, path, flags | Libc.OpenNoAtime, out descriptor);
            if (error.Code != Errno.NotPermitted)
            {
                return error;
            }

            _noAtimeRefused = true;
        }

        return Open(at, path, flags, out descriptor);
    }

    private static void VisitEntry(
        FolderHandle folder, byte* name, ulong inode, EntryKind kind, FactFields wanted, IEntryVisitor visitor)
    {
        ReadOnlySpan<byte> bytes = MemoryMarshal.CreateReadOnlySpanFromNullTerminated(name);
        if (!visitor.Wants(bytes, kind))
        {
            return;
        }

        FileFacts facts = default;
        if (kind == EntryKind.Unknown || (kind == EntryKind.File && wanted != FactFields.None))
        {
            StatxBuffer result;
            const int Flags = LookOnly | AskFileSystem;
            if (Libc.Statx(folder.Value, name, Flags, MaskOf(wanted), &result) != 0)
            {
                visitor.Fail(bytes, LastError());
                return;
            }

            result.CopyTo(out facts);
        }
        else
        {
            facts.Kind = kind;
            facts.Inode = inode;
        }

        visitor.Visit(bytes, facts);
    }

    private static uint MaskOf(FactFields wanted)
    {
        uint mask = StatxBuffer.MaskType;
        mask |= (wanted & FactFields.Size) != 0 ? StatxBuffer.MaskSize : 0;
        mask |= (wanted & FactFields.Identity) != 0 ? StatxBuffer.MaskInode | StatxBuffer.MaskLinks : 0;
        mask |= (wanted & FactFields.Times) != 0
            ? StatxBuffer.MaskModified | StatxBuffer.MaskChanged | StatxBuffer.MaskBorn : 0;
        mask |= (wanted & FactFields.Ownership) != 0
            ? StatxBuffer.MaskMode | StatxBuffer.MaskOwner | StatxBuffer.MaskGroup | StatxBuffer.MaskBlocks : 0;
        return mask;
    }

    // DT_* from readdir(3).
    private static EntryKind KindOf(byte type) => type switch
    {
        8 => EntryKind.File,
        4 => EntryKind.Folder,
        10 => EntryKind.Link,
        0 => EntryKind.Unknown,
        _ => EntryKind.Special,
    };

    private static bool IsDotOrDotDot(byte* name) =>
        name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0));

    // ENOTDIR is returned for a link with O_NOFOLLOW, for a file, and for a path through a file. These three cases are
    // reported differently.
    private static VolumeError WhyNoFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, VolumeError error)
    {
        int flags = Libc.AtNoAutomount | (links == LinkPolicy.Stay ? Libc.AtSymlinkNoFollow : 0);
        VolumeError again = StatPath(at, path, flags, StatxBuffer.MaskType, out StatxBuffer result);
        if (again.Failed)
        {
            return again;
        }

        return result.Kind switch
        {
            EntryKind.Link => new VolumeError(VolumeErrorKind.IsLink, Errno.TooManyLinks),
            EntryKind.Folder => error,
            _ => new VolumeError(VolumeErrorKind.Changed, Errno.NotADirectory),
        };
    }

    private static bool IsAutomount(FolderHandle at, ReadOnlySpan<byte> path) =>
        !StatPath(at, path, LookOnly, StatxBuffer.MaskType, out StatxBuffer result).Failed
        && (result.Attributes & StatxBuffer.AttributeAutomount) != 0;

    // Most machines have no autofs mounts, and then no folder needs an extra check before it is opened.
    private static bool AnyAutomount()
    {
        try
        {
            return File.ReadAllText("/proc/self/mountinfo").Contains(" - autofs ", StringComparison.Ordinal);
        }
        catch (IOException)
        {
            return true;
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static VolumeError LastError() => Errno.ToError(Marshal.GetLastPInvokeError());
}

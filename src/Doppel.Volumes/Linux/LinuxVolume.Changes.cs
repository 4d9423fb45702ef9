using System.Buffers.Text;

namespace Doppel.Volumes;

/// <content>Creates, links, renames and removes entries.</content>
public sealed unsafe partial class LinuxVolume
{
    // NAME_MAX from linux/limits.h is 255, but some file systems accept slightly longer names.
    private const int NameBytesMax = 1024;

    // Whether links must be created through /proc. Two threads may both find this out.
    private volatile bool _linksThroughProc;

    /// <inheritdoc/>
    public uint User => Libc.EffectiveUser();

    /// <inheritdoc/>
    public bool CanExchange => true;

    /// <inheritdoc/>
    public bool HasRecycleBin => false;

    /// <inheritdoc/>
    public VolumeError PathOf(FolderHandle folder, out byte[] path)
    {
        VolumeError error = KernelPathOf(folder, out path);
        path = error.Failed ? path : WithOwnNames(path);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError PathOf(FolderHandle folder, ReadOnlySpan<byte> name, out byte[] path)
    {
        VolumeError error = KernelPathOf(folder, out path);
        path = error.Failed ? path : WithOwnNames([.. path.AsSpan().TrimEnd((byte)'/'), (byte)'/', .. name]);
        return error;
    }

    /// <inheritdoc/>
    /// <remarks>
    /// Opens the path component by component instead of with openat2 and RESOLVE_NO_SYMLINKS. This is just as safe,
    /// because each step starts at an open folder; it has no length limit, and containers do not forbid it.
    /// </remarks>
    public VolumeError OpenFolderStrictly(ReadOnlySpan<byte> path, out FolderHandle folder, out FileFacts facts)
    {
        folder = FolderHandle.None;
        if (path.IsEmpty || path[0] != (byte)'/')
        {
            facts = default;
            return new VolumeError(VolumeErrorKind.BadName);
        }

        VolumeError error = OpenFolder(FolderHandle.None, "/"u8, LinkPolicy.Stay, out FolderHandle at, out facts);
        foreach (Range part in path.Split((byte)'/'))
        {
            ReadOnlySpan<byte> name = path[part];
            if (error.Failed || name.IsEmpty)
            {
                continue;
            }

            FolderHandle above = at;
            error = name.SequenceEqual("."u8) || name.SequenceEqual(".."u8)
                ? new VolumeError(VolumeErrorKind.BadName)
                : OpenFolder(above, name, LinkPolicy.Stay, out at, out facts);
            Close(above);
        }

        folder = error.Failed ? FolderHandle.None : at;
        return error;
    }

    /// <inheritdoc/>
    public VolumeError Protection(FolderHandle at, ReadOnlySpan<byte> name, out FileProtection protection)
    {
        const uint Mask = StatxBuffer.MaskType | StatxBuffer.MaskMountId;
        VolumeError error = StatPath(at, name, LookOnly, Mask, out StatxBuffer result);
        protection = ProtectionOf(result);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError Look(FolderHandle at, ReadOnlySpan<byte> name, out FileLook look)
    {
        look = default;
        VolumeError error = OpenForReading(at, name, out int descriptor);
        if (error.Failed)
        {
            return error;
        }

        const uint Mask = StatxBuffer.MaskAll | StatxBuffer.MaskMountId;
        error = StatDescriptor(descriptor, AskFileSystem, Mask, out StatxBuffer result);
        if (!error.Failed && result.Kind != EntryKind.File)
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        if (!error.Failed)
        {
            error = ReadExtras(descriptor, result, out FileExtras extras);
            result.CopyTo(out FileFacts facts);
            look = new FileLook(facts, ProtectionOf(result), extras);
        }

        _ = Libc.Close(descriptor);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError Link(FileHandle file, FolderHandle folder, ReadOnlySpan<byte> name)
    {
        byte* terminated = stackalloc byte[NameBytesMax + 1];
        if (!TryName(name, terminated))
        {
            return new VolumeError(VolumeErrorKind.BadName);
        }

        // Links the file itself, whatever its name refers to now. Older kernels require a privilege to link by
        // descriptor alone, and report ENOENT without it. Going through /proc takes 2.4 microseconds more.
        if (!_linksThroughProc)
        {
            byte none = 0;
            VolumeError error = Result(Libc.LinkAt(file.Value, &none, folder.Value, terminated, Libc.AtEmptyPath));
            if (error.Code != Errno.NoEntry)
            {
                return error;
            }
        }

        Span<byte> source = stackalloc byte[32];
        "/proc/self/fd/"u8.CopyTo(source);
        Utf8Formatter.TryFormat(file.Value, source["/proc/self/fd/"u8.Length..], out int digits);
        source["/proc/self/fd/"u8.Length + digits] = 0;
        fixed (byte* from = source)
        {
            VolumeError error = Result(
                Libc.LinkAt(Libc.AtFdCwd, from, folder.Value, terminated, Libc.AtSymlinkFollow));
            _linksThroughProc |= !error.Failed;
            return error;
        }
    }

    /// <inheritdoc/>
    public VolumeError MakeSymbolicLink(ReadOnlySpan<byte> target, FolderHandle folder, ReadOnlySpan<byte> name)
    {
        byte* terminated = stackalloc byte[NameBytesMax + 1];
        if (!TryName(name, terminated) || target.Contains((byte)0))
        {
            return new VolumeError(VolumeErrorKind.BadName);
        }

        if (target.Length >= PathBytesMaxExcl)
        {
            return Errno.ToError(Errno.NameTooLong);
        }

        byte* to = stackalloc byte[target.Length + 1];
        Terminate(target, to);
        return Result(Libc.SymbolicLinkAt(to, folder.Value, terminated));
    }

    /// <inheritdoc/>
    public VolumeError Exchange(FolderHandle folder, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second) =>
        _canRename || !IsBareName(first) || !IsBareName(second)
            ? Rename(folder, first, folder, second, Libc.RenameExchange)
            : new VolumeError(VolumeErrorKind.Unsupported);

    /// <inheritdoc/>
    /// <remarks>
    /// Some file systems (FUSE, some network file systems) do not support a rename that fails if the new name exists.
    /// The file then gets the new name as an additional link, which fails if the name is taken, and loses the old name
    /// afterwards; another file that has taken the old name in the meantime is kept. On file systems without hard links
    /// (FAT behind FUSE), or where two names of one file have different inode numbers (sshfs), the new name is checked
    /// before a plain rename, which replaces a file that another program creates between the two calls.
    /// </remarks>
    public VolumeError Move(
        FolderHandle from, ReadOnlySpan<byte> name, FolderHandle target, ReadOnlySpan<byte> newName)
    {
        VolumeError error = _canRename
            ? Rename(from, name, target, newName, Libc.RenameNoReplace)
            : new VolumeError(VolumeErrorKind.Unsupported);
        if (error.Kind != VolumeErrorKind.Unsupported)
        {
            return error;
        }

        // Nobody else knows a temporary name, so no file can be created there, and replaced, between the two calls. A
        // single rename is used because another program may save under the old name at any moment, and its file must
        // not be lost.
        return TemporaryName.Is(newName)
            ? MoveIfFree(from, name, target, newName)
            : MoveByLink(from, name, target, newName);
    }

    /// <inheritdoc/>
    public VolumeError Remove(FolderHandle folder, ReadOnlySpan<byte> name) => Unlink(folder, name, 0);

    /// <inheritdoc/>
    public VolumeError Recycle(FolderHandle folder, ReadOnlySpan<byte> name) =>
        new(IsBareName(name) ? VolumeErrorKind.Unsupported : VolumeErrorKind.BadName);

    /// <inheritdoc/>
    public VolumeError RemoveFolder(FolderHandle folder, ReadOnlySpan<byte> name) =>
        Unlink(folder, name, Libc.AtRemoveFolder);

    /// <inheritdoc/>
    public VolumeError MakeFolder(FolderHandle folder, ReadOnlySpan<byte> name, uint mode)
    {
        byte* terminated = stackalloc byte[NameBytesMax + 1];
        return TryName(name, terminated)
            ? Result(Libc.MakeFolderAt(folder.Value, terminated, mode))
            : new VolumeError(VolumeErrorKind.BadName);
    }

    /// <inheritdoc/>
    public VolumeError MakeFile(FolderHandle folder, ReadOnlySpan<byte> name, uint mode, out FileHandle file) =>
        OpenToWrite(folder, name, Libc.OpenCreate | Libc.OpenExclusive, mode, out file);

    /// <inheritdoc/>
    public VolumeError OpenForAppending(
        FolderHandle folder, ReadOnlySpan<byte> name, out FileHandle file, out long length)
    {
        length = 0;
        VolumeError error = OpenToWrite(folder, name, 0, 0, out file);
        if (error.Failed)
        {
            return error;
        }

        error = Stat(file, out FileFacts facts);
        if (!error.Failed && facts.Kind != EntryKind.File)
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        if (error.Failed)
        {
            Close(file);
            file = FileHandle.None;
        }

        length = facts.Size;
        return error;
    }

    private static FileProtection ProtectionOf(in StatxBuffer result) => new(
        (result.Attributes & StatxBuffer.AttributeImmutable) != 0,
        (result.Attributes & StatxBuffer.AttributeAppendOnly) != 0,
        (result.Mask & StatxBuffer.MaskMountId) != 0 ? result.MountId : 0);

    private static VolumeError Rename(
        FolderHandle from, ReadOnlySpan<byte> name, FolderHandle to, ReadOnlySpan<byte> newName, uint flags)
    {
        byte* first = stackalloc byte[NameBytesMax + 1];
        byte* second = stackalloc byte[NameBytesMax + 1];
        if (!TryName(name, first) || !TryName(newName, second))
        {
            return new VolumeError(VolumeErrorKind.BadName);
        }

        VolumeError error = Result(Libc.RenameAt(from.Value, first, to.Value, second, flags));

        // EINVAL means that the file system does not know the flag.
        return error.Code == Errno.Invalid ? new VolumeError(VolumeErrorKind.Unsupported, error.Code) : error;
    }

    private VolumeError MoveByLink(
        FolderHandle from, ReadOnlySpan<byte> name, FolderHandle target, ReadOnlySpan<byte> newName)
    {
        byte* first = stackalloc byte[NameBytesMax + 1];
        byte* second = stackalloc byte[NameBytesMax + 1];
        if (!TryName(name, first) || !TryName(newName, second))
        {
            return new VolumeError(VolumeErrorKind.BadName);
        }

        VolumeError error = Stat(from, name, LinkPolicy.Stay, FactFields.All, out FileFacts before);
        if (error.Failed || _numbersNames.ContainsKey(before.Device))
        {
            return error || MoveIfFree(from, name, target, newName);
        }

        error = Result(Libc.LinkAt(from.Value, first, target.Value, second, 0));
        if (error.Code is Errno.NotPermitted or Errno.NoSuchCall or Errno.NotSupported)
        {
            // These errors mean that the file system has no hard links.
            return MoveIfFree(from, name, target, newName);
        }

        if (error.Failed)
        {
            return error;
        }

        FileFacts moved = default;
        error = Stat(from, name, LinkPolicy.Stay, FactFields.All, out FileFacts old)
            || Stat(target, newName, LinkPolicy.Stay, FactFields.All, out moved);
        bool isSame = !error.Failed && old.Device == moved.Device && old.Inode == moved.Inode;
        if (isSame || TemporaryName.Is(name))
        {
            // Nobody else can have taken a temporary name.
            return Result(Libc.UnlinkAt(from.Value, first, 0));
        }

        // Some FUSE programs number names rather than files, so two names of one file are never recognized. The link is
        // then taken back, and no other is made on this file system.
        if (!error.Failed && old.Inode == before.Inode && IsAlike(old, before) && IsAlike(moved, before))
        {
            _numbersNames[before.Device] = true;
            error = Result(Libc.UnlinkAt(target.Value, second, 0));
            return error || MoveIfFree(from, name, target, newName);
        }

        return VolumeError.None;
    }

    private VolumeError MoveIfFree(
        FolderHandle from, ReadOnlySpan<byte> name, FolderHandle target, ReadOnlySpan<byte> newName)
    {
        VolumeError looked = Stat(target, newName, LinkPolicy.Stay, FactFields.None, out _);
        return looked.Kind == VolumeErrorKind.Vanished
            ? Rename(from, name, target, newName, 0)
            : looked || Errno.ToError(Errno.Exists);
    }

    private static bool IsAlike(in FileFacts left, in FileFacts right) =>
        left.Kind == right.Kind && left.Size == right.Size && left.Modified == right.Modified
        && left.Mode == right.Mode && left.Owner == right.Owner && left.Group == right.Group;

    private static VolumeError Unlink(FolderHandle folder, ReadOnlySpan<byte> name, int flags)
    {
        byte* terminated = stackalloc byte[NameBytesMax + 1];
        return TryName(name, terminated)
            ? Result(Libc.UnlinkAt(folder.Value, terminated, flags))
            : new VolumeError(VolumeErrorKind.BadName);
    }

    private static VolumeError OpenToWrite(
        FolderHandle folder, ReadOnlySpan<byte> name, int flags, uint mode, out FileHandle file)
    {
        file = FileHandle.None;
        byte* terminated = stackalloc byte[NameBytesMax + 1];
        if (!TryName(name, terminated))
        {
            return new VolumeError(VolumeErrorKind.BadName);
        }

        flags |= Libc.OpenReadWrite | Libc.OpenNoFollow | Libc.OpenNonBlock | Libc.OpenNoControllingTerminal
            | Libc.OpenCloseOnExec;
        int descriptor = Libc.OpenAt(folder.Value, terminated, flags, (int)mode);
        file = new FileHandle(descriptor);
        return Result(descriptor);
    }

    private static bool TryName(ReadOnlySpan<byte> name, byte* terminated)
    {
        bool isOne = IsBareName(name);
        if (isOne)
        {
            Terminate(name, terminated);
        }

        return isOne;
    }

    private static bool IsBareName(ReadOnlySpan<byte> name) =>
        name.Length is > 0 and <= NameBytesMax && !name.ContainsAny((byte)0, (byte)'/')
        && !name.SequenceEqual("."u8) && !name.SequenceEqual(".."u8);

    private static VolumeError Result(int result) => result >= 0 ? VolumeError.None : LastError();
}

using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <content>Makes changes by descriptors and bare names.</content>
internal abstract partial class UnixSystem(UnixNumbers numbers)
{
    private const int NameBytesMax = 1024;
    private const int TargetBytesMax = 4096;

    public override uint User => UnixNative.EffectiveUser();

    public override bool CanExchange => true;

    /// <summary>Gets the flag values of this system.</summary>
    protected UnixNumbers Numbers => numbers;

    /// <summary>Returns the bytes with a terminating null byte.</summary>
    public static byte[] Terminated(ReadOnlySpan<byte> name) => [.. name, 0];

    public override bool IsName(ReadOnlySpan<byte> name) =>
        name.Length is > 0 and <= NameBytesMax && !name.ContainsAny((byte)0, (byte)'/')
        && !name.SequenceEqual("."u8) && !name.SequenceEqual(".."u8);

    public override VolumeError OpenRoot(ReadOnlySpan<byte> path, out SafeFileHandle? root, out int length)
    {
        (root, length) = (null, 1);
        return path.StartsWith("/"u8)
            ? Open(numbers.AtFolderItself, "/"u8, UnixNative.ReadOnly | numbers.OpenFolder, 0, out root)
            : new VolumeError(VolumeErrorKind.BadName);
    }

    public override VolumeError OpenFolder(string path, LinkPolicy links, out SafeFileHandle? folder) => Open(
        numbers.AtFolderItself, Encoding.UTF8.GetBytes(path),
        UnixNative.ReadOnly | numbers.OpenFolder | (links == LinkPolicy.Stay ? numbers.OpenNoFollow : 0), 0,
        out folder);

    public override VolumeError OpenFolder(SafeFileHandle at, ReadOnlySpan<byte> name, out SafeFileHandle? folder)
    {
        VolumeError error = Open(
            at, name, UnixNative.ReadOnly | numbers.OpenFolder | numbers.OpenNoFollow, 0, out folder);
        if (error.Code != Errno.NotADirectory)
        {
            return error;
        }

        // The system returns the same error for a symbolic link as for a file.
        VolumeError looked = Stat(at, name, LinkPolicy.Stay, out FileFacts facts);
        return looked || new VolumeError(
            facts.Kind == EntryKind.Link ? VolumeErrorKind.IsLink : VolumeErrorKind.Changed, error.Code);
    }

    public override VolumeError OpenFile(SafeFileHandle at, ReadOnlySpan<byte> name, out SafeFileHandle? file) =>
        Open(at, name, UnixNative.ReadOnly | numbers.OpenNoFollow, 0, out file);

    public override VolumeError OpenToWrite(SafeFileHandle at, ReadOnlySpan<byte> name, out SafeFileHandle? file) =>
        Open(at, name, UnixNative.ReadWrite | numbers.OpenNoFollow, 0, out file);

    public override VolumeError MakeFile(
        SafeFileHandle at, ReadOnlySpan<byte> name, uint mode, out SafeFileHandle? file) =>
        Open(at, name, UnixNative.ReadWrite | numbers.OpenNoFollow | numbers.OpenMake, mode, out file);

    public override VolumeError ReadLink(SafeFileHandle at, ReadOnlySpan<byte> name, out byte[] target)
    {
        byte[] buffer = new byte[TargetBytesMax];
        nint length = UnixNative.ReadLinkAt(at, Terminated(name), buffer, buffer.Length);
        target = length > 0 ? buffer[..(int)length] : [];
        VolumeError error = length >= 0 ? VolumeError.None : UnixErrors.Of(-1);

        // EINVAL means that the entry is not a symbolic link.
        return error.Code == Errno.Invalid ? new VolumeError(VolumeErrorKind.Changed, error.Code) : error;
    }

    /// <remarks>Only Linux has leases, and another volume is used there.</remarks>
    public override VolumeError TakeLease(SafeFileHandle file, out SafeFileHandle? lease)
    {
        lease = null;
        return new VolumeError(VolumeErrorKind.Unsupported);
    }

    public override VolumeError MakeSymbolicLink(
        ReadOnlySpan<byte> target, SafeFileHandle folder, ReadOnlySpan<byte> name) =>
        UnixErrors.Of(UnixNative.SymbolicLinkAt(Terminated(target), folder, Terminated(name)));

    public override VolumeError Exchange(
        SafeFileHandle folder, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second) =>
        Rename(folder, first, folder, second, numbers.RenameExchanges);

    public override VolumeError Move(
        SafeFileHandle from, ReadOnlySpan<byte> name, SafeFileHandle target, ReadOnlySpan<byte> newName)
    {
        VolumeError error = Rename(from, name, target, newName, numbers.RenameReplacesNothing);
        if (error.Kind != VolumeErrorKind.Unsupported)
        {
            return error;
        }

        error = Stat(from, name, LinkPolicy.Stay, out FileFacts facts);
        return error || (facts.Kind == EntryKind.Folder
            ? MoveFolder(from, name, target, newName)
            : MoveByLink(from, name, facts, target, newName));
    }

    public override VolumeError Remove(SafeFileHandle folder, ReadOnlySpan<byte> name)
    {
        VolumeError error = UnixErrors.Of(UnixNative.UnlinkAt(folder, Terminated(name), 0));

        // For a folder, some systems report that it is one, others that the operation is not permitted.
        return error.Code == Errno.NotPermitted && !Stat(folder, name, LinkPolicy.Stay, out FileFacts facts).Failed
            && facts.Kind == EntryKind.Folder ? new VolumeError(VolumeErrorKind.Changed, error.Code) : error;
    }

    public override VolumeError RemoveFolder(SafeFileHandle folder, ReadOnlySpan<byte> name) =>
        UnixErrors.Of(UnixNative.UnlinkAt(folder, Terminated(name), numbers.AtRemoveFolder));

    public override VolumeError MakeFolder(SafeFileHandle folder, ReadOnlySpan<byte> name, uint mode) =>
        UnixErrors.Of(UnixNative.MakeFolderAt(folder, Terminated(name), mode));

    public override VolumeError Lock(SafeFileHandle file) =>
        UnixErrors.Of(UnixNative.Lock(file, UnixNative.LockExclusive | UnixNative.LockWithoutWaiting));

    public override VolumeError Unlock(SafeFileHandle file) =>
        UnixErrors.Of(UnixNative.Lock(file, UnixNative.LockRelease));

    public override VolumeError SyncFile(SafeFileHandle file)
    {
        try
        {
            // On macOS this also flushes the cache of the device, which fsync does not.
            RandomAccess.FlushToDisk(file);
            return VolumeError.None;
        }
        catch (Exception exception) when (IsEnvironmental(exception))
        {
            return ErrorOf(exception);
        }
    }

    public override VolumeError SyncFolder(SafeFileHandle folder) => UnixErrors.Of(UnixNative.Sync(folder));

    public override VolumeError SetLength(SafeFileHandle file, long length) =>
        UnixErrors.Of(UnixNative.SetLength(file, length));

    public override VolumeError NextData(
        SafeFileHandle file, long from, long size, out long start, out long behind)
    {
        start = behind = size;
        long data = UnixNative.Seek(file, from, numbers.SeekData);
        if (data < 0)
        {
            // ENXIO means that only a hole is left.
            VolumeError error = UnixErrors.Of(-1);
            return error.Code == Errno.NoDeviceOrAddress ? VolumeError.None : error;
        }

        long hole = UnixNative.Seek(file, data, numbers.SeekHole);
        (start, behind) = hole < 0 ? (start, behind) : (data, hole);
        return hole < 0 ? UnixErrors.Of(-1) : VolumeError.None;
    }

    /// <summary>Returns the text in UTF-8 with a terminating null byte.</summary>
    protected static byte[] Text(string text) => Terminated(Encoding.UTF8.GetBytes(text));

    /// <summary>
    /// Renames with flags. Unsupported if there is no such call, or if the file system does not know the flags.
    /// </summary>
    protected abstract VolumeError Rename(
        SafeFileHandle from, ReadOnlySpan<byte> name, SafeFileHandle target, ReadOnlySpan<byte> newName, uint flags);

    // Creates an additional link, which fails if the new name is taken, and then removes the old name. Another file
    // that has taken the old name in the meantime is kept.
    private VolumeError MoveByLink(
        SafeFileHandle from, ReadOnlySpan<byte> name, in FileFacts facts, SafeFileHandle target,
        ReadOnlySpan<byte> newName)
    {
        VolumeError error = UnixErrors.Of(
            UnixNative.LinkAt(from, Terminated(name), target, Terminated(newName), 0));
        if (error.Failed)
        {
            return error;
        }

        bool isSame = !Stat(from, name, LinkPolicy.Stay, out FileFacts old).Failed
            && !Stat(target, newName, LinkPolicy.Stay, out FileFacts moved).Failed
            && moved.Inode == facts.Inode && old.Inode == facts.Inode && old.Device == facts.Device;
        return isSame ? Remove(from, name) : VolumeError.None;
    }

    // Folders cannot have additional links. But a folder can only ever replace an empty folder, so it replaces one that
    // is created here.
    private VolumeError MoveFolder(
        SafeFileHandle from, ReadOnlySpan<byte> name, SafeFileHandle target, ReadOnlySpan<byte> newName)
    {
        VolumeError error = MakeFolder(target, newName, 0x1C0);
        if (error.Failed)
        {
            return error;
        }

        error = UnixErrors.Of(UnixNative.RenameAt(from, Terminated(name), target, Terminated(newName)));
        if (error.Failed)
        {
            RemoveFolder(target, newName);
        }

        return error;
    }

    private VolumeError Open(
        SafeFileHandle at, ReadOnlySpan<byte> name, int flags, uint mode, out SafeFileHandle? opened)
    {
        using var use = new HandleUse(at);
        return Open(use.Descriptor, name, flags, mode, out opened);
    }

    private VolumeError Open(int at, ReadOnlySpan<byte> path, int flags, uint mode, out SafeFileHandle? opened)
    {
        VolumeError error;
        do
        {
            SafeFileHandle handle = UnixNative.OpenAt(at, Terminated(path), flags | numbers.OpenAlways, mode);
            error = handle.IsInvalid ? UnixErrors.ToError(Marshal.GetLastPInvokeError()) : VolumeError.None;
            opened = error.Failed ? null : handle;
        }
        while (error.Code == Errno.Interrupted);
        return error;
    }
}

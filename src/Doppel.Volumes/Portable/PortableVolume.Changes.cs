using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <content>Creates, links, renames and removes entries, by open folders and bare names.</content>
public sealed partial class PortableVolume : IChangeableVolume
{
    private static VolumeError BadName => new(VolumeErrorKind.BadName);

    /// <inheritdoc/>
    public uint User => _system.User;

    /// <inheritdoc/>
    public bool CanExchange => _system.CanExchange;

    /// <inheritdoc/>
    public bool HasRecycleBin => _system.HasRecycleBin;

    /// <inheritdoc/>
    public VolumeError PathOf(FolderHandle folder, out byte[] path)
    {
        path = [];
        return Hold(folder, out SafeFileHandle? held) || _system.PathOf(held!, out path);
    }

    /// <inheritdoc/>
    public VolumeError OpenFolderStrictly(ReadOnlySpan<byte> path, out FolderHandle folder, out FileFacts facts)
    {
        folder = FolderHandle.None;
        string native = "";
        VolumeError error = Walk(path, out SafeFileHandle? opened, out facts)
            || _system.ToNative(null, path, out native);
        if (!error.Failed)
        {
            int number = _folders.Add(new PortableFolder(native, LinkPolicy.Stay, facts, opened));
            folder = number < 0 ? FolderHandle.None : new FolderHandle(number);
            error = number < 0 ? new VolumeError(VolumeErrorKind.TooManyOpen) : VolumeError.None;
        }

        if (error.Failed)
        {
            opened?.Dispose();
            facts = default;
        }

        return error;
    }

    /// <inheritdoc/>
    public VolumeError Protection(FolderHandle at, ReadOnlySpan<byte> name, out FileProtection protection)
    {
        protection = default;
        return Hold(at, out SafeFileHandle? folder)
            || (name.IsEmpty || _system.IsName(name) ? _system.Protection(folder!, name, out protection) : BadName);
    }

    /// <inheritdoc/>
    public VolumeError Link(FileHandle file, FolderHandle folder, ReadOnlySpan<byte> name) =>
        Hold(folder, name, out SafeFileHandle? held)
            || (_files.Find(file.Value) is { } open ? _system.Link(open.Handle, held!, name) : NotOpen);

    /// <inheritdoc/>
    public VolumeError MakeSymbolicLink(ReadOnlySpan<byte> target, FolderHandle folder, ReadOnlySpan<byte> name) =>
        Hold(folder, name, out SafeFileHandle? held)
            || (target.Contains((byte)0) ? BadName : _system.MakeSymbolicLink(target, held!, name));

    /// <inheritdoc/>
    public VolumeError Exchange(FolderHandle folder, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second) =>
        Hold(folder, first, out SafeFileHandle? held)
            || (_system.IsName(second) ? _system.Exchange(held!, first, second) : BadName);

    /// <inheritdoc/>
    public VolumeError Move(
        FolderHandle from, ReadOnlySpan<byte> name, FolderHandle target, ReadOnlySpan<byte> newName)
    {
        SafeFileHandle? to = null;
        return Hold(from, name, out SafeFileHandle? held)
            || Hold(target, newName, out to)
            || _system.Move(held!, name, to!, newName);
    }

    /// <inheritdoc/>
    public VolumeError Remove(FolderHandle folder, ReadOnlySpan<byte> name) =>
        Hold(folder, name, out SafeFileHandle? held) || _system.Remove(held!, name);

    /// <inheritdoc/>
    public VolumeError Recycle(FolderHandle folder, ReadOnlySpan<byte> name) =>
        Hold(folder, name, out SafeFileHandle? held) || _system.Recycle(held!, name);

    /// <inheritdoc/>
    public VolumeError RemoveFolder(FolderHandle folder, ReadOnlySpan<byte> name) =>
        Hold(folder, name, out SafeFileHandle? held) || _system.RemoveFolder(held!, name);

    /// <inheritdoc/>
    public VolumeError MakeFolder(FolderHandle folder, ReadOnlySpan<byte> name, uint mode) =>
        Hold(folder, name, out SafeFileHandle? held) || _system.MakeFolder(held!, name, mode);

    /// <inheritdoc/>
    public VolumeError MakeFile(FolderHandle folder, ReadOnlySpan<byte> name, uint mode, out FileHandle file)
    {
        SafeFileHandle? made = null;
        file = FileHandle.None;
        return Hold(folder, name, out SafeFileHandle? held)
            || _system.MakeFile(held!, name, mode, out made)
            || Add(made!, out file);
    }

    /// <inheritdoc/>
    public VolumeError OpenForAppending(
        FolderHandle folder, ReadOnlySpan<byte> name, out FileHandle file, out long length)
    {
        (file, length) = (FileHandle.None, 0);
        SafeFileHandle? opened = null;
        VolumeError error = Hold(folder, name, out SafeFileHandle? held)
            || _system.OpenToWrite(held!, name, out opened);
        if (error.Failed)
        {
            return error;
        }

        error = StatOpen(opened!, out FileFacts facts);
        if (!error.Failed && facts.Kind != EntryKind.File)
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        if (error.Failed)
        {
            opened!.Dispose();
            return error;
        }

        length = facts.Size;
        return Add(opened!, out file);
    }

    private VolumeError Add(SafeFileHandle handle, out FileHandle file)
    {
        int number = _files.Add(new PortableFile(handle));
        file = number < 0 ? FileHandle.None : new FileHandle(number);
        if (number < 0)
        {
            handle.Dispose();
        }

        return number < 0 ? new VolumeError(VolumeErrorKind.TooManyOpen) : VolumeError.None;
    }

    private VolumeError Hold(FolderHandle at, ReadOnlySpan<byte> name, out SafeFileHandle? folder)
    {
        folder = null;
        return _system.IsName(name) ? Hold(at, out folder) : BadName;
    }

    private VolumeError Hold(FolderHandle at, out SafeFileHandle? folder)
    {
        folder = null;
        return _folders.Find(at.Value) is { } open ? open.Hold(_system, out folder) : NotOpen;
    }

    // A held folder is no longer looked up by its path, because it may have been moved.
    private SafeFileHandle? HeldFor(FolderHandle at, ReadOnlySpan<byte> path) =>
        at != FolderHandle.None && _folders.Find(at.Value) is { Held: { } held } && _system.IsName(path) ? held : null;

    private VolumeError Walk(ReadOnlySpan<byte> path, out SafeFileHandle? folder, out FileFacts facts)
    {
        facts = default;
        VolumeError error = _system.OpenRoot(path, out folder, out int length);
        ReadOnlySpan<byte> rest = error.Failed ? [] : path[length..];
        foreach (Range part in rest.Split((byte)'/'))
        {
            ReadOnlySpan<byte> name = rest[part];
            if (error.Failed || name.IsEmpty)
            {
                continue;
            }

            SafeFileHandle above = folder!;
            folder = null;
            error = _system.IsName(name) ? _system.OpenFolder(above, name, out folder) : BadName;
            above.Dispose();
        }

        return error || StatOpen(folder!, out facts);
    }
}

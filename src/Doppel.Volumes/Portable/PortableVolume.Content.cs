using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <content>Handles leases and locks, and writes to files.</content>
public sealed partial class PortableVolume
{
    /// <inheritdoc/>
    /// <remarks>
    /// On Windows, an attempt to open the file for writing is refused instead of delayed. Other systems have no leases.
    /// </remarks>
    public VolumeError TakeLease(FileHandle file)
    {
        if (_files.Find(file.Value) is not { } open)
        {
            return NotOpen;
        }

        VolumeError error = _system.TakeLease(open.Handle, out SafeFileHandle? lease);
        open.Lease = lease;
        return error;
    }

    /// <inheritdoc/>
    public bool HoldsLease(FileHandle file) => _files.Find(file.Value)?.Lease is not null;

    /// <inheritdoc/>
    public VolumeError CheckWriters(FileHandle file)
    {
        VolumeError error = TakeLease(file);
        if (_files.Find(file.Value) is { } open)
        {
            open.Lease = null;
        }

        return error;
    }

    /// <inheritdoc/>
    /// <remarks>Supported on Linux only: other systems do not compare before they share.</remarks>
    public VolumeError ShareBlocks(FileHandle source, FileHandle file, long offset, long length, out long sharedBytes)
    {
        sharedBytes = 0;
        return _files.Find(source.Value) is { } from && _files.Find(file.Value) is { } to
            ? _system.ShareBlocks(from.Handle, to.Handle, offset, length, out sharedBytes)
            : NotOpen;
    }

    /// <inheritdoc/>
    public VolumeError Write(FileHandle file, long offset, ReadOnlySpan<byte> bytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        if (_files.Find(file.Value) is not { } open)
        {
            return NotOpen;
        }

        try
        {
            RandomAccess.Write(open.Handle, bytes, offset);
            return VolumeError.None;
        }
        catch (ObjectDisposedException)
        {
            return NotOpen;
        }
        catch (Exception exception) when (PortableSystem.IsEnvironmental(exception))
        {
            return _system.ErrorOf(exception);
        }
    }

    /// <inheritdoc/>
    public VolumeError SetLength(FileHandle file, long length) =>
        _files.Find(file.Value) is { } open ? _system.SetLength(open.Handle, length) : NotOpen;

    /// <inheritdoc/>
    public VolumeError Lock(FileHandle file) =>
        _files.Find(file.Value) is { } open ? _system.Lock(open.Handle) : NotOpen;

    /// <inheritdoc/>
    public VolumeError Unlock(FileHandle file) =>
        _files.Find(file.Value) is { } open ? _system.Unlock(open.Handle) : NotOpen;

    /// <inheritdoc/>
    public VolumeError Sync(FileHandle file) =>
        _files.Find(file.Value) is { } open ? _system.SyncFile(open.Handle) : NotOpen;

    /// <inheritdoc/>
    public VolumeError Sync(FolderHandle folder) =>
        Hold(folder, out SafeFileHandle? held) || _system.SyncFolder(held!);

    /// <inheritdoc/>
    public VolumeError SyncFileSystem(FolderHandle folder) =>
        Hold(folder, out SafeFileHandle? held) || _system.SyncFileSystem(held!);

    /// <inheritdoc/>
    public VolumeError ReadExtras(FileHandle file, out FileExtras extras)
    {
        extras = FileExtras.None;
        return _files.Find(file.Value) is { } open ? _system.ReadExtras(open.Handle, out extras) : NotOpen;
    }

    /// <inheritdoc/>
    public VolumeError Restore(FileHandle file, in FileFacts facts, FileExtras extras)
    {
        ArgumentNullException.ThrowIfNull(extras);
        return _files.Find(file.Value) is { } open ? _system.Restore(open.Handle, facts, extras) : NotOpen;
    }

    /// <inheritdoc/>
    public VolumeError RestoreLink(FolderHandle folder, ReadOnlySpan<byte> name, in FileFacts facts) =>
        Hold(folder, name, out SafeFileHandle? held) || _system.RestoreLink(held!, name, facts);

    /// <inheritdoc/>
    public VolumeError ReadExtras(FolderHandle folder, out FileExtras extras)
    {
        extras = FileExtras.None;
        return Hold(folder, out SafeFileHandle? held) || _system.ReadFolderExtras(held!, out extras);
    }

    /// <inheritdoc/>
    public VolumeError Restore(FolderHandle folder, in FileFacts facts, FileExtras extras)
    {
        ArgumentNullException.ThrowIfNull(extras);
        return Hold(folder, out SafeFileHandle? held) || _system.RestoreFolder(held!, facts, extras);
    }

    /// <inheritdoc/>
    public VolumeError FreeBytesForUser(FolderHandle folder, out long freeBytes)
    {
        freeBytes = 0;
        return Hold(folder, out SafeFileHandle? held) || _system.FreeBytesForUser(held!, out freeBytes);
    }

    /// <inheritdoc/>
    public VolumeError NextData(FileHandle file, long from, out long start, out long behind)
    {
        start = behind = 0;
        VolumeError error = Stat(file, out FileFacts facts);
        if (error.Failed || _files.Find(file.Value) is not { } open)
        {
            return error || NotOpen;
        }

        start = behind = facts.Size;
        return from >= facts.Size
            ? VolumeError.None
            : _system.NextData(open.Handle, from, facts.Size, out start, out behind);
    }
}

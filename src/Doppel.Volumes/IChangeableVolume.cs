namespace Doppel.Volumes;

/// <summary>A volume whose files can be created, linked, renamed and removed.</summary>
/// <remarks>
/// <para>
/// Every call that changes something takes handles of open folders and bare names. A folder that is swapped for a
/// symbolic link in the meantime therefore cannot redirect the change. No call replaces an existing entry.
/// </para>
/// <para>
/// A bare name is a single path component without '/'. Any other name fails with <see cref="VolumeErrorKind.BadName"/>.
/// All members are thread-safe, like those of <see cref="IVolume"/>.
/// </para>
/// </remarks>
public interface IChangeableVolume : IVolume
{
    /// <summary>Gets the user id that calls run as. 0 for root, and where there are no user ids.</summary>
    uint User { get; }

    /// <summary>
    /// Gets whether any file system of this volume can support <see cref="Exchange"/>. Always false on Windows.
    /// </summary>
    bool CanExchange { get; }

    /// <summary>
    /// Gets whether files are moved to the trash with <see cref="Recycle"/>, because the system manages its own recycle
    /// bin.
    /// </summary>
    bool HasRecycleBin { get; }

    /// <summary>Returns why an open folder cannot be changed, as far as the system tells in advance.</summary>
    /// <param name="folder">The open folder.</param>
    /// <returns>
    /// <see cref="VolumeErrorKind.ReadOnly"/> on a read-only mount or in a read-only snapshot;
    /// <see cref="VolumeErrorKind.AccessDenied"/> if this user must not.
    /// </returns>
    VolumeError MayChange(FolderHandle folder) => VolumeError.None;

    /// <summary>
    /// Gets the absolute path of an open folder, with all symbolic links resolved. Where case is ignored, each name is
    /// spelled as its folder lists it, however the folder was reached.
    /// </summary>
    /// <param name="folder">The open folder.</param>
    /// <param name="path">The current path of the folder, or empty after a failure.</param>
    VolumeError PathOf(FolderHandle folder, out byte[] path);

    /// <summary>Gets the absolute path of an entry of an open folder, spelled like that of a folder.</summary>
    /// <param name="folder">The open folder.</param>
    /// <param name="name">The name of the entry, in any spelling that leads to it.</param>
    /// <param name="path">The current path of the entry, or empty after a failure.</param>
    VolumeError PathOf(FolderHandle folder, ReadOnlySpan<byte> name, out byte[] path)
    {
        VolumeError error = PathOf(folder, out path);
        path = error.Failed ? path : [.. path.AsSpan().TrimEnd((byte)'/'), (byte)'/', .. name];
        return error;
    }

    /// <summary>Opens a folder by an absolute path and fails if any component is a symbolic link.</summary>
    /// <param name="path">The absolute path, of any length.</param>
    /// <param name="folder">
    /// The open folder, which the caller must close once, or <see cref="FolderHandle.None"/> after a failure.
    /// </param>
    /// <param name="facts">The facts of the folder itself.</param>
    /// <returns><see cref="VolumeErrorKind.IsLink"/> if a component is a symbolic link.</returns>
    VolumeError OpenFolderStrictly(ReadOnlySpan<byte> path, out FolderHandle folder, out FileFacts facts);

    /// <summary>Gets the flags that prevent changes to an entry. A symbolic link is not followed.</summary>
    /// <param name="at">The folder that contains the entry.</param>
    /// <param name="name">The bare name of the entry, or empty for the folder itself.</param>
    /// <param name="protection">The flags found. Flags that the file system does not report are not set.</param>
    VolumeError Protection(FolderHandle at, ReadOnlySpan<byte> name, out FileProtection protection);

    /// <summary>Gets a file's facts, protection and extras in one call.</summary>
    /// <param name="at">The folder that contains the file.</param>
    /// <param name="name">The bare name of the file.</param>
    /// <param name="look">A consistent view of one file at one time. Not set after a failure.</param>
    /// <returns>The same errors as <see cref="IVolume.OpenFile"/>: anything but a regular file is an error.</returns>
    /// <remarks>Opens the file. A volume that can get everything with fewer calls overrides this method.</remarks>
    VolumeError Look(FolderHandle at, ReadOnlySpan<byte> name, out FileLook look)
    {
        look = default;
        VolumeError error = OpenFile(at, name, out FileHandle file, out FileFacts facts);
        if (error.Failed)
        {
            return error;
        }

        FileExtras extras = FileExtras.None;
        FileFacts again = default;
        error = Protection(at, name, out FileProtection protection)
            || ReadExtras(file, out extras)
            || Stat(at, name, LinkPolicy.Stay, FactFields.Identity, out again);
        Close(file);
        if (!error.Failed && (again.Device != facts.Device || again.Inode != facts.Inode))
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        look = new FileLook(facts, protection, extras);
        return error;
    }

    /// <summary>
    /// Takes a lease on an open file: a writer must wait until the file is closed, or for 45 seconds at most.
    /// </summary>
    /// <param name="file">A file opened for reading.</param>
    /// <returns>
    /// <see cref="VolumeErrorKind.Busy"/> if the file is open for writing; <see cref="VolumeErrorKind.Unsupported"/> if
    /// leases are unavailable or have no effect (overlay, FUSE, network file systems);
    /// <see cref="VolumeErrorKind.AccessDenied"/> if the file belongs to another user.
    /// </returns>
    VolumeError TakeLease(FileHandle file);

    /// <summary>Returns whether a lease still keeps writers out. False as soon as anyone waits to write.</summary>
    bool HoldsLease(FileHandle file);

    /// <summary>Creates another hard link to an open file.</summary>
    /// <param name="file">The open file. It does not matter what its original name refers to by now.</param>
    /// <param name="folder">The folder in which to create the link.</param>
    /// <param name="name">The bare name of the new link.</param>
    VolumeError Link(FileHandle file, FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>
    /// Makes a range of one file share the blocks of the same range of another file, if their content is equal.
    /// </summary>
    /// <param name="source">The file whose blocks are kept.</param>
    /// <param name="file">
    /// The file that receives the blocks. Opened for reading, but it must belong to the user or be writable.
    /// </param>
    /// <param name="offset">The start of the range in bytes, a multiple of the file system's block size.</param>
    /// <param name="length">
    /// The length of the range in bytes, at least 1. The range must end at a block boundary or at the end of both
    /// files.
    /// </param>
    /// <param name="sharedBytes">
    /// The number of bytes that were equal and are now shared. May be less than requested, and is 0 for less than one
    /// block.
    /// </param>
    /// <returns>
    /// <see cref="VolumeErrorKind.Changed"/> if the content differs; <see cref="VolumeErrorKind.Unsupported"/> if the
    /// file system cannot share blocks.
    /// </returns>
    /// <remarks>
    /// The system compares and shares in one atomic step, during which nobody can write (FIDEDUPERANGE).
    /// </remarks>
    VolumeError ShareBlocks(FileHandle source, FileHandle file, long offset, long length, out long sharedBytes);

    /// <summary>Creates a symbolic link.</summary>
    VolumeError MakeSymbolicLink(ReadOnlySpan<byte> target, FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Atomically exchanges two names in one folder.</summary>
    /// <returns><see cref="VolumeErrorKind.Unsupported"/> if the file system cannot exchange names.</returns>
    VolumeError Exchange(FolderHandle folder, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second);

    /// <summary>Moves an entry within its file system. Never replaces an existing entry.</summary>
    VolumeError Move(FolderHandle from, ReadOnlySpan<byte> name, FolderHandle target, ReadOnlySpan<byte> newName);

    /// <summary>Removes one name of a file, or a symbolic link.</summary>
    VolumeError Remove(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Moves a file to the system's own recycle bin, from which the user can restore it.</summary>
    /// <param name="folder">The folder that contains the file.</param>
    /// <param name="name">The bare name of the file.</param>
    /// <returns>
    /// <see cref="VolumeErrorKind.Unsupported"/> if the system has no recycle bin for this file or could only delete it
    /// permanently; the file is then left in place. Always returned on Linux, where the trash consists of ordinary
    /// folders that any program can use. <see cref="VolumeErrorKind.Busy"/> if the file is open, including through this
    /// volume.
    /// </returns>
    VolumeError Recycle(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Removes an empty folder.</summary>
    VolumeError RemoveFolder(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Creates a folder.</summary>
    /// <param name="folder">The parent folder.</param>
    /// <param name="name">The bare name of the new folder.</param>
    /// <param name="mode">The permission bits, reduced by the umask of the process.</param>
    VolumeError MakeFolder(FolderHandle folder, ReadOnlySpan<byte> name, uint mode);

    /// <summary>Creates an empty file and opens it for reading and writing.</summary>
    /// <param name="folder">The parent folder.</param>
    /// <param name="name">The bare name of the new file.</param>
    /// <param name="mode">The permission bits, reduced by the umask of the process.</param>
    /// <param name="file">
    /// The open file, which the caller must close once, or <see cref="FileHandle.None"/> after a failure.
    /// </param>
    VolumeError MakeFile(FolderHandle folder, ReadOnlySpan<byte> name, uint mode, out FileHandle file);

    /// <summary>Opens an existing file for reading and writing. Only journals are opened this way.</summary>
    VolumeError OpenForAppending(FolderHandle folder, ReadOnlySpan<byte> name, out FileHandle file, out long length);

    /// <summary>Writes all bytes at an offset of a file that was created by this volume.</summary>
    VolumeError Write(FileHandle file, long offset, ReadOnlySpan<byte> bytes);

    /// <summary>Sets the length of a file. Bytes added at the end are a hole.</summary>
    VolumeError SetLength(FileHandle file, long length);

    /// <summary>
    /// Takes an advisory lock that excludes every other process that asks for it. Closing the handle releases it.
    /// </summary>
    /// <returns><see cref="VolumeErrorKind.Busy"/> if another process holds the lock.</returns>
    VolumeError Lock(FileHandle file);

    /// <summary>
    /// Releases the lock of <see cref="Lock"/>. Closing the handle is not enough while a program that this process has
    /// just started still holds a copy of it.
    /// </summary>
    VolumeError Unlock(FileHandle file);

    /// <summary>Flushes the content and metadata of a file to the device.</summary>
    VolumeError Sync(FileHandle file);

    /// <summary>Flushes the entries of a folder to the device.</summary>
    VolumeError Sync(FolderHandle folder);

    /// <summary>Flushes everything that was written to the file system of a folder to the device.</summary>
    VolumeError SyncFileSystem(FolderHandle folder);

    /// <summary>
    /// Reads the inode flags and extended attributes of a file, and other metadata in the form of attributes.
    /// </summary>
    VolumeError ReadExtras(FileHandle file, out FileExtras extras);

    /// <summary>
    /// Sets what a file can get only before it has content, such as the NOCOW flag of btrfs. What cannot be set shows
    /// in <see cref="ReadExtras(FileHandle, out FileExtras)"/>.
    /// </summary>
    /// <param name="file">An empty file that was created by this volume.</param>
    /// <param name="extras">The attributes and flags that the file will have.</param>
    void Prepare(FileHandle file, FileExtras extras)
    {
    }

    /// <summary>
    /// Sets the owner, group, mode, extended attributes, times and inode flags of a file, in this order.
    /// </summary>
    /// <param name="file">A file that was created by this volume.</param>
    /// <param name="facts">The owner, group, mode and modification time to set.</param>
    /// <param name="extras">
    /// The attributes and flags to set. Attributes of the file that are not listed here are removed.
    /// </param>
    /// <returns>
    /// The first failure. The remaining steps are attempted all the same. The access time, project id, extent size
    /// hints and DOS attributes count as failures only in
    /// <see cref="FileExtras.MissingIn"/> with what the file has afterwards: another file system may not know them.
    /// </returns>
    VolumeError Restore(FileHandle file, in FileFacts facts, FileExtras extras);

    /// <summary>Sets the owner, group and modification time of a symbolic link itself.</summary>
    /// <param name="folder">The folder that contains the link.</param>
    /// <param name="name">The bare name of the link.</param>
    /// <param name="facts">The owner, group and modification time to set.</param>
    /// <returns>
    /// The first failure. The remaining steps are attempted all the same. <see cref="VolumeErrorKind.Unsupported"/> if
    /// symbolic links have no metadata of their own.
    /// </returns>
    VolumeError RestoreLink(FolderHandle folder, ReadOnlySpan<byte> name, in FileFacts facts) =>
        new(VolumeErrorKind.Unsupported);

    /// <summary>Reads the inode flags and extended attributes of a folder.</summary>
    VolumeError ReadExtras(FolderHandle folder, out FileExtras extras)
    {
        extras = FileExtras.None;
        return VolumeError.None;
    }

    /// <summary>
    /// Restores the metadata of a folder like that of a file. Its modification time changes again when an entry is
    /// created or removed.
    /// </summary>
    /// <returns><see cref="VolumeErrorKind.Unsupported"/> if the volume cannot restore folder metadata.</returns>
    VolumeError Restore(FolderHandle folder, in FileFacts facts, FileExtras extras) =>
        new(VolumeErrorKind.Unsupported);

    /// <summary>Gets the number of bytes that this user can still write to the file system of a folder.</summary>
    /// <param name="folder">A folder opened by this volume.</param>
    /// <param name="freeBytes">
    /// The free space in bytes, without the space reserved for root if the user is not root. Quotas are ignored. 0
    /// after a failure.
    /// </param>
    /// <returns><see cref="VolumeErrorKind.Unsupported"/> if the free space cannot be determined.</returns>
    VolumeError FreeBytesForUser(FolderHandle folder, out long freeBytes)
    {
        freeBytes = 0;
        return new VolumeError(VolumeErrorKind.Unsupported);
    }
}

/// <summary>Contains everything that is known about a file without reading its content.</summary>
/// <param name="Facts">The basic metadata.</param>
/// <param name="Protection">The flags that prevent changes to the file.</param>
/// <param name="Extras">The inode flags and extended attributes.</param>
public readonly record struct FileLook(FileFacts Facts, FileProtection Protection, FileExtras Extras);

/// <summary>Describes what prevents changes to an entry, regardless of its permissions.</summary>
/// <param name="IsImmutable">Whether the entry cannot be changed at all, not even by root (chattr +i).</param>
/// <param name="IsAppendOnly">Whether a file can only grow, or a folder can only gain entries (chattr +a).</param>
/// <param name="Mount">
/// The id of the mount through which the entry was reached, or 0 if unknown. Two mounts of one file system have
/// different ids, and a hard link cannot cross from one to the other.
/// </param>
public readonly record struct FileProtection(bool IsImmutable, bool IsAppendOnly, ulong Mount);

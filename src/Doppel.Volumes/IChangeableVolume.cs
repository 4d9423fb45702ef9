namespace Doppel.Volumes;

/// <summary>A volume whose files can be linked, renamed, removed and made.</summary>
/// <remarks>
/// <para>
/// Every call that changes something takes handles of open folders and bare names, so that a folder that is swapped for
/// a link meanwhile redirects nothing. None replaces what stands under a name.
/// </para>
/// <para>
/// A bare name is one component without '/'; what is none is answered with <see cref="VolumeErrorKind.BadName"/>.
/// Thread-safe like <see cref="IVolume"/>.
/// </para>
/// </remarks>
public interface IChangeableVolume : IVolume
{
    /// <summary>The user id that calls are made with; 0 where there are none, and for root.</summary>
    uint User { get; }

    /// <summary>Whether any file system can <see cref="Exchange"/> here; on Windows none can.</summary>
    bool CanExchange { get; }

    /// <summary>Whether files go into the trash by <see cref="Recycle"/>: the system keeps one of its own.</summary>
    bool HasRecycleBin { get; }

    /// <summary>The absolute path of an open folder, in which no component is a symbolic link.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="path">Its path as it is now; empty after a failure.</param>
    VolumeError PathOf(FolderHandle folder, out byte[] path);

    /// <summary>Opens a folder by an absolute path of which no component may be a symbolic link.</summary>
    /// <param name="path">The absolute path, of any length.</param>
    /// <param name="folder">
    /// The open folder, to be closed once; <see cref="FolderHandle.None"/> after a failure.
    /// </param>
    /// <param name="facts">The folder's own facts.</param>
    /// <returns><see cref="VolumeErrorKind.IsLink"/> where a component is a link.</returns>
    VolumeError OpenFolderStrictly(ReadOnlySpan<byte> path, out FolderHandle folder, out FileFacts facts);

    /// <summary>What stands against changing an entry; of a link itself, which is not followed.</summary>
    /// <param name="at">Where it lies.</param>
    /// <param name="name">Its bare name; empty for the folder itself.</param>
    /// <param name="protection">What was found; what the file system does not tell is not set.</param>
    VolumeError Protection(FolderHandle at, ReadOnlySpan<byte> name, out FileProtection protection);

    /// <summary>Looks at all of a file at once: what it is, what protects it, what it carries.</summary>
    /// <param name="at">Where it lies.</param>
    /// <param name="name">Its bare name.</param>
    /// <param name="look">What was found, of one file at one time; not set after a failure.</param>
    /// <returns>As of <see cref="IVolume.OpenFile"/>: anything but a file is an error.</returns>
    /// <remarks>It is opened for that. A volume that needs fewer calls to look at all than at each says so itself.
    /// </remarks>
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
        error = Protection(at, name, out FileProtection protection);
        error = error.Failed ? error : ReadExtras(file, out extras);
        error = error.Failed ? error : Stat(at, name, LinkPolicy.Stay, FactFields.Identity, out again);
        Close(file);
        if (!error.Failed && (again.Device != facts.Device || again.Inode != facts.Inode))
        {
            error = new VolumeError(VolumeErrorKind.Changed);
        }

        look = new FileLook(facts, protection, extras);
        return error;
    }

    /// <summary>
    /// Lets whoever wants to write to an open file wait until it is closed, or until 45 seconds are over.
    /// </summary>
    /// <param name="file">A file opened for reading.</param>
    /// <returns>
    /// <see cref="VolumeErrorKind.Busy"/> where somebody has it open for writing;
    /// <see cref="VolumeErrorKind.Unsupported"/> where leases are not to be had or mean nothing (overlay, FUSE,
    /// networks); <see cref="VolumeErrorKind.AccessDenied"/> where the file is another user's.
    /// </returns>
    VolumeError TakeLease(FileHandle file);

    /// <summary>
    /// Whether a lease that was taken still keeps writers out: false once anybody waits to write.
    /// </summary>
    bool HoldsLease(FileHandle file);

    /// <summary>Gives an open file one more name.</summary>
    /// <param name="file">The file; what its former name leads to now does not matter.</param>
    /// <param name="folder">Where the name is made.</param>
    /// <param name="name">The new bare name.</param>
    VolumeError Link(FileHandle file, FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>
    /// Lets a stretch of one file share the blocks of the same stretch of another, if what they hold is equal.
    /// </summary>
    /// <param name="source">The file whose blocks stay.</param>
    /// <param name="file">The file that gets them; opened for reading, but the user's own or writable.</param>
    /// <param name="offset">Where the stretch starts, a multiple of the file system's block.</param>
    /// <param name="length">Its length, 1 or more; it ends at a block's end or where both files end.</param>
    /// <param name="sharedBytes">
    /// Bytes that were found equal and are shared now; may be less than asked, and 0 for what is less than a block.
    /// </param>
    /// <returns>
    /// <see cref="VolumeErrorKind.Changed"/> where they differ; <see cref="VolumeErrorKind.Unsupported"/> where the
    /// file system cannot do it.
    /// </returns>
    /// <remarks>The system compares and shares in one step, in which nobody can write (FIDEDUPERANGE).</remarks>
    VolumeError ShareBlocks(FileHandle source, FileHandle file, long offset, long length, out long sharedBytes);

    /// <summary>Makes a symbolic link.</summary>
    VolumeError MakeSymbolicLink(ReadOnlySpan<byte> target, FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Lets two names of one folder change places, in one step.</summary>
    /// <returns><see cref="VolumeErrorKind.Unsupported"/> where the file system cannot.</returns>
    VolumeError Exchange(FolderHandle folder, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second);

    /// <summary>Moves an entry within its file system; never replaces what stands under the new name.</summary>
    VolumeError Move(FolderHandle from, ReadOnlySpan<byte> name, FolderHandle target, ReadOnlySpan<byte> newName);

    /// <summary>Removes a name of a file, or a symbolic link.</summary>
    VolumeError Remove(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>
    /// Puts a file into the recycle bin of the system that the user looks into, from where the system brings it back.
    /// </summary>
    /// <param name="folder">Where it lies.</param>
    /// <param name="name">Its bare name.</param>
    /// <returns>
    /// <see cref="VolumeErrorKind.Unsupported"/> where the system has none for this file, or could only remove it for
    /// good; the file is where it was then. Always so on Linux, where a trash is folders that any program may fill.
    /// <see cref="VolumeErrorKind.Busy"/> where somebody has the file open, be it through this volume.
    /// </returns>
    VolumeError Recycle(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Removes an empty folder.</summary>
    VolumeError RemoveFolder(FolderHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Makes a folder.</summary>
    /// <param name="folder">Where.</param>
    /// <param name="name">Its bare name.</param>
    /// <param name="mode">Its permission bits, of which the process's mask takes some away.</param>
    VolumeError MakeFolder(FolderHandle folder, ReadOnlySpan<byte> name, uint mode);

    /// <summary>Makes an empty file, for reading and writing.</summary>
    /// <param name="folder">Where.</param>
    /// <param name="name">Its bare name.</param>
    /// <param name="mode">Its permission bits, of which the process's mask takes some away.</param>
    /// <param name="file">The open file, to be closed once; <see cref="FileHandle.None"/> after a failure.</param>
    VolumeError MakeFile(FolderHandle folder, ReadOnlySpan<byte> name, uint mode, out FileHandle file);

    /// <summary>Opens a file for reading and writing, which nothing but a journal is.</summary>
    VolumeError OpenForAppending(FolderHandle folder, ReadOnlySpan<byte> name, out FileHandle file, out long length);

    /// <summary>Writes all bytes to a place of a file made here.</summary>
    VolumeError Write(FileHandle file, long offset, ReadOnlySpan<byte> bytes);

    /// <summary>Makes a file so long; what is added is a hole.</summary>
    VolumeError SetLength(FileHandle file, long length);

    /// <summary>Keeps every other process that asks from having the same lock; it ends with the handle.</summary>
    /// <returns><see cref="VolumeErrorKind.Busy"/> where another has it.</returns>
    VolumeError Lock(FileHandle file);

    /// <summary>Returns when the content of a file, and all that belongs to it, is on the device.</summary>
    VolumeError Sync(FileHandle file);

    /// <summary>Returns when the entries of a folder are on the device.</summary>
    VolumeError Sync(FolderHandle folder);

    /// <summary>Returns when all that was written to the file system of a folder is on the device.</summary>
    VolumeError SyncFileSystem(FolderHandle folder);

    /// <summary>Reads what a file carries besides content and facts.</summary>
    VolumeError ReadExtras(FileHandle file, out FileExtras extras);

    /// <summary>
    /// Gives a file owner, group, mode, extended attributes, time of change and inode flags, in this order.
    /// </summary>
    /// <param name="file">A file made here.</param>
    /// <param name="facts">Owner, group, mode and time of change are taken from it.</param>
    /// <param name="extras">Attributes and flags; attributes that the file has and these do not name are removed.
    /// </param>
    /// <returns>The first failure; what comes after it is tried all the same.</returns>
    VolumeError Restore(FileHandle file, in FileFacts facts, FileExtras extras);

    /// <summary>Gives a symbolic link itself owner, group and time of change.</summary>
    /// <param name="folder">Where it lies.</param>
    /// <param name="name">Its bare name.</param>
    /// <param name="facts">Owner, group and time of change are taken from it.</param>
    /// <returns>
    /// The first failure; what comes after it is tried all the same. <see cref="VolumeErrorKind.Unsupported"/> where
    /// links have none of their own.
    /// </returns>
    VolumeError RestoreLink(FolderHandle folder, ReadOnlySpan<byte> name, in FileFacts facts) =>
        new(VolumeErrorKind.Unsupported);

    /// <summary>Reads what a folder carries besides its entries and facts.</summary>
    VolumeError ReadExtras(FolderHandle folder, out FileExtras extras)
    {
        extras = FileExtras.None;
        return VolumeError.None;
    }

    /// <summary>The same for a folder as for a file; its time stays until an entry is made or removed.</summary>
    /// <returns><see cref="VolumeErrorKind.Unsupported"/> where folders are not given these.</returns>
    VolumeError Restore(FolderHandle folder, in FileFacts facts, FileExtras extras) =>
        new(VolumeErrorKind.Unsupported);

    /// <summary>Bytes that this user may still write to the file system of a folder.</summary>
    /// <param name="folder">A folder opened here.</param>
    /// <param name="freeBytes">
    /// What is free, without what is kept for root where the user is another; quotas do not count. 0 after a failure.
    /// </param>
    /// <returns><see cref="VolumeErrorKind.Unsupported"/> where that cannot be told.</returns>
    VolumeError FreeBytesForUser(FolderHandle folder, out long freeBytes)
    {
        freeBytes = 0;
        return new VolumeError(VolumeErrorKind.Unsupported);
    }

    /// <summary>
    /// The next stretch of a file that is no hole, at or behind a place; both are the file's length where none is left.
    /// </summary>
    VolumeError NextData(FileHandle file, long from, out long start, out long behind);
}

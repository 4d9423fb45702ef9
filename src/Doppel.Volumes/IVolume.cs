namespace Doppel.Volumes;

/// <summary>Lists folders and opens and reads files. A volume can be a disk, a mount, a bucket or memory.</summary>
/// <remarks>
/// <para>
/// Paths and names are bytes, exactly as the system returns them: raw bytes on Linux, UTF-8 elsewhere. The separator is
/// '/'.
/// </para>
/// <para>
/// A path passed with a <see cref="FolderHandle"/> is relative to that folder. A path passed with
/// <see cref="FolderHandle.None"/> is absolute. Paths may exceed the system's length limit for a single call.
/// </para>
/// <para>
/// All members are thread-safe. Several threads may use one handle, but only one thread at a time may list a folder
/// handle, except with <see cref="ISharedListing"/>. The owner closes the handle.
/// </para>
/// <para>No member writes to the volume.</para>
/// </remarks>
public interface IVolume
{
    /// <summary>Opens a folder for listing and as a base for relative paths.</summary>
    /// <param name="at">The base of a relative <paramref name="path"/>.</param>
    /// <param name="path">The path of the folder. An empty path reopens <paramref name="at"/>.</param>
    /// <param name="links">Whether to follow a symbolic link in the last component.</param>
    /// <param name="folder">
    /// The open folder, which the caller must close once, or <see cref="FolderHandle.None"/> after a failure.
    /// </param>
    /// <param name="facts">The facts of the folder itself: at least the kind, device and inode.</param>
    VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts);

    /// <summary>Lists a folder from its start. Entries are passed in the volume's own order.</summary>
    /// <param name="folder">A folder opened by this volume.</param>
    /// <param name="wanted">The facts to fetch for files.</param>
    /// <param name="visitor">Receives the entries.</param>
    /// <returns>The failure of the listing itself. Entries before the failure have been visited.</returns>
    VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor);

    /// <summary>
    /// Gets the facts of an entry by path. Never opens the entry, triggers a mount or fetches remote content.
    /// </summary>
    VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts);

    /// <summary>
    /// Opens a regular file for reading. Never blocks on a FIFO and never follows a symbolic link in the last
    /// component.
    /// </summary>
    /// <param name="at">The base of a relative <paramref name="path"/>.</param>
    /// <param name="path">The path of the file.</param>
    /// <param name="file">
    /// The open file, which the caller must close once, or <see cref="FileHandle.None"/> after a failure.
    /// </param>
    /// <param name="facts">
    /// All facts, fetched after the file was opened. The kind is always <see cref="EntryKind.File"/>.
    /// </param>
    /// <returns><see cref="VolumeErrorKind.Changed"/> if the path is not a regular file.</returns>
    VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts);

    /// <summary>Reads from an offset until the buffer is full or the file ends.</summary>
    /// <param name="file">A file opened by this volume.</param>
    /// <param name="offset">The offset from the start of the file, in bytes. At least 0.</param>
    /// <param name="buffer">The buffer to fill.</param>
    /// <param name="read">
    /// The number of bytes read. Less than the buffer's length only at the end of the file or after a failure.
    /// </param>
    VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read);

    /// <summary>Opens a file of known size, reads it to the end and closes it.</summary>
    /// <param name="at">The base of a relative <paramref name="path"/>.</param>
    /// <param name="path">The path of the file, opened as by <see cref="OpenFile"/>.</param>
    /// <param name="buffer">The buffer to fill. Must be one byte longer than the expected size of the file.</param>
    /// <param name="read">
    /// The number of bytes read: the size of the file, or the length of the buffer if the file is longer than expected.
    /// -1 if the file could not be opened.
    /// </param>
    /// <returns>
    /// The same errors as <see cref="OpenFile"/> and <see cref="Read"/>. A volume may skip their check of the open
    /// file: a FIFO or a device never has the expected size, and a later check by path detects any other change.
    /// </returns>
    VolumeError ReadAtOnce(FolderHandle at, ReadOnlySpan<byte> path, Span<byte> buffer, out int read)
    {
        read = -1;
        VolumeError error = OpenFile(at, path, out FileHandle file, out _);
        if (!error.Failed)
        {
            error = Read(file, 0, buffer, out read);
            Close(file);
        }

        return error;
    }

    /// <summary>
    /// Asks the system to forget what it has cached of a file, so that the next read reaches the device. This is only a
    /// request: what is mapped by a program or not yet written stays. Does nothing on a volume without a cache.
    /// </summary>
    /// <param name="file">A file opened by this volume.</param>
    void Uncache(FileHandle file)
    {
    }

    /// <summary>
    /// Checks that no program has a file open for writing, or mapped for writing. A system call that writes sets the
    /// times of the file when it begins, so as long as it runs, the content changes and the times do not.
    /// </summary>
    /// <param name="file">A file opened by this volume.</param>
    /// <returns>
    /// <see cref="VolumeErrorKind.Busy"/> if a program has the file open for writing. Any other error means that the
    /// volume cannot tell.
    /// </returns>
    VolumeError CheckWriters(FileHandle file) => new(VolumeErrorKind.Unsupported);

    /// <summary>
    /// Finds the next range of a file that is not a hole, at or after an offset. Both results are the file's length if
    /// there is none.
    /// </summary>
    /// <returns><see cref="VolumeErrorKind.Unsupported"/> if the volume does not know holes.</returns>
    VolumeError NextData(FileHandle file, long from, out long start, out long behind)
    {
        start = behind = 0;
        return new VolumeError(VolumeErrorKind.Unsupported);
    }

    /// <summary>Gets the current facts of an open file.</summary>
    VolumeError Stat(FileHandle file, out FileFacts facts);

    /// <summary>Gets the physical layout of a file on its device.</summary>
    /// <param name="file">A file opened by this volume.</param>
    /// <param name="query">
    /// How much to query. <see cref="ExtentQuery.CompleteAndSynced"/> first flushes the file's pending writes to the
    /// device, which may take time.
    /// </param>
    /// <param name="extents">
    /// Cleared, then filled in file order. Ranges that no extent covers are holes or were truncated. Empty after a
    /// failure, and for a file that is empty or consists of one hole.
    /// </param>
    /// <returns>
    /// <see cref="VolumeErrorKind.Unsupported"/> if the system or the file system cannot report extents, or if the file
    /// has too many of them to be useful (about 65,000).
    /// </returns>
    VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents);

    /// <summary>Reads the target of a symbolic link as it is stored in the link.</summary>
    /// <param name="at">The base of a relative <paramref name="path"/>.</param>
    /// <param name="path">The path of the link.</param>
    /// <param name="target">The bytes of the target, or empty after a failure.</param>
    VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target);

    /// <summary>Closes a file. Cannot fail: everything that was read is valid.</summary>
    void Close(FileHandle file);

    /// <summary>Closes a folder.</summary>
    void Close(FolderHandle folder);

    /// <summary>Gets what is known about the file system of an open folder.</summary>
    MountFacts MountOf(FolderHandle folder);

    /// <summary>Finds where a file system is mounted now.</summary>
    /// <param name="fileSystem">What identifies the file system.</param>
    /// <returns>
    /// The absolute paths of its mount points. Empty if there is none, or where this cannot be determined.
    /// </returns>
    /// <remarks>
    /// Opens the mount points of file systems that can have an identity. These are all on local disks.
    /// </remarks>
    IReadOnlyList<byte[]> MountPointsOf(FileSystemIdentity fileSystem) => [];

    /// <summary>Returns the system's text for an error of this volume, such as "Permission denied".</summary>
    string Describe(VolumeError failure);

    /// <summary>
    /// Measures the latency of a device: reads the first 4 KiB of a regular file, bypassing the system's cache.
    /// </summary>
    /// <param name="at">The base of a relative <paramref name="path"/>.</param>
    /// <param name="path">The path of the file, which is opened as by <see cref="OpenFile"/> and closed.</param>
    /// <param name="latency">
    /// The duration of the single read, without opening and closing. Zero after a failure.
    /// </param>
    /// <returns>
    /// The same errors as <see cref="OpenFile"/>. <see cref="VolumeErrorKind.Unsupported"/> if the cache cannot be
    /// bypassed, and for an empty file, which needs no access to the device.
    /// </returns>
    /// <remarks>
    /// Files that are in memory anyway, such as those of a tmpfs, have no cache to bypass and are read at once.
    /// </remarks>
    VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency);
}

/// <summary>Identifies an open folder of one volume. Only that volume can use and close it.</summary>
/// <param name="Value">The volume's own number for the folder. On Linux this is the file descriptor.</param>
public readonly record struct FolderHandle(int Value)
{
    /// <summary>Gets a handle that refers to no folder. A path passed with it is absolute.</summary>
    public static FolderHandle None => new(-100);
}

/// <summary>Identifies an open file of one volume. Only that volume can read and close it.</summary>
/// <param name="Value">The volume's own number for the file. On Linux this is the file descriptor.</param>
public readonly record struct FileHandle(int Value)
{
    /// <summary>Gets a handle that refers to no file.</summary>
    public static FileHandle None => new(-1);
}

/// <summary>Specifies what to do if the last component of a path is a symbolic link.</summary>
public enum LinkPolicy
{
    /// <summary>Use the link itself. Opening a link fails with <see cref="VolumeErrorKind.IsLink"/>.</summary>
    Stay = 0,

    /// <summary>Follow the link to its target.</summary>
    Follow = 1,
}

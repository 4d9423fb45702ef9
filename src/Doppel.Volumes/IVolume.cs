namespace Doppel.Volumes;

/// <summary>Anything that lists folders, opens files and reads them: a disk, a mount, a bucket, memory.</summary>
/// <remarks>
/// <para>
/// Paths and names are bytes, as the system gave them: on Linux raw, elsewhere UTF-8. The separator is '/'.
/// </para>
/// <para>
/// A path beside a <see cref="FolderHandle"/> is relative to it; beside <see cref="FolderHandle.None"/> it is absolute.
/// It may be longer than the system's limit for one call.
/// </para>
/// <para>
/// All members are thread-safe. One handle may be used by several threads, but a folder handle is listed by one at
/// a time; closing it is the owner's.
/// </para>
/// <para>Nothing here writes to a volume.</para>
/// </remarks>
public interface IVolume
{
    /// <summary>Opens a folder for listing and as a starting point of paths.</summary>
    /// <param name="at">Where a relative <paramref name="path"/> starts.</param>
    /// <param name="path">The folder's path; empty opens <paramref name="at"/> anew.</param>
    /// <param name="links">Whether a symbolic link as the last component is followed.</param>
    /// <param name="folder">
    /// The open folder, to be closed once; <see cref="FolderHandle.None"/> after a failure.
    /// </param>
    /// <param name="facts">The folder's own facts: at least kind, device and inode.</param>
    VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts);

    /// <summary>Lists a folder from its start. Entries come in the volume's own order.</summary>
    /// <param name="folder">A folder opened here.</param>
    /// <param name="wanted">The facts to fetch for files.</param>
    /// <param name="visitor">Receives the entries.</param>
    /// <returns>A failure of the listing itself; entries before it have been visited.</returns>
    VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor);

    /// <summary>The facts of one entry by path. Never mounts, fetches or opens it.</summary>
    VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts);

    /// <summary>
    /// Opens a regular file for reading; never waits on a FIFO, never follows a link as last component.
    /// </summary>
    /// <param name="at">Where a relative <paramref name="path"/> starts.</param>
    /// <param name="path">The file's path.</param>
    /// <param name="file">The open file, to be closed once; <see cref="FileHandle.None"/> after a failure.</param>
    /// <param name="facts">
    /// All facts, as they are after the opening. Its kind is always <see cref="EntryKind.File"/>.
    /// </param>
    /// <returns><see cref="VolumeErrorKind.Changed"/> where something else than a regular file is found.</returns>
    VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts);

    /// <summary>Reads from a place until the buffer is full or the file ends.</summary>
    /// <param name="file">A file opened here.</param>
    /// <param name="offset">Bytes from the start, 0 or more.</param>
    /// <param name="buffer">Where to.</param>
    /// <param name="read">Bytes read; less than asked only at the end of the file or after a failure.</param>
    VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read);

    /// <summary>Opens a file of a size that is known, reads all of it and closes it.</summary>
    /// <param name="at">Where a relative <paramref name="path"/> starts.</param>
    /// <param name="path">The file's path; it is opened as <see cref="OpenFile"/> does.</param>
    /// <param name="buffer">Where to: one byte more than the file should have.</param>
    /// <param name="read">
    /// Bytes read: as many as the file has, or as the buffer if it has more than it should; -1 if it could not be
    /// opened.
    /// </param>
    /// <returns>
    /// What <see cref="OpenFile"/> and <see cref="Read"/> say. A volume may leave out the look at the open file
    /// that they take: a FIFO or a device has no such size, and who looks at the path later finds out about the
    /// rest.
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

    /// <summary>All facts of an open file, as they are now.</summary>
    VolumeError Stat(FileHandle file, out FileFacts facts);

    /// <summary>Where a file's content lies on its device.</summary>
    /// <param name="file">A file opened here.</param>
    /// <param name="query">
    /// How much is wanted. <see cref="ExtentQuery.CompleteAndSynced"/> makes the system write out what programs have
    /// written to this file, which takes as long as that takes.
    /// </param>
    /// <param name="extents">
    /// Cleared, then filled in the order of the file. What no extent covers is a hole, or was cut off. Empty after a
    /// failure, and for a file that is empty or one hole.
    /// </param>
    /// <returns>
    /// <see cref="VolumeErrorKind.Unsupported"/> where the system or the file system cannot tell, and where a file is
    /// in more pieces than would be worth knowing (about 65,000).
    /// </returns>
    VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents);

    /// <summary>The target of a symbolic link as it is written there.</summary>
    /// <param name="at">Where a relative <paramref name="path"/> starts.</param>
    /// <param name="path">The link's path.</param>
    /// <param name="target">The target's bytes; empty after a failure.</param>
    VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target);

    /// <summary>Closes a file. Cannot fail: what was read has been read.</summary>
    void Close(FileHandle file);

    /// <summary>Closes a folder.</summary>
    void Close(FolderHandle folder);

    /// <summary>What is known about the file system that an open folder lies on.</summary>
    MountFacts MountOf(FolderHandle folder);

    /// <summary>The system's text for an error of this volume, such as "Permission denied".</summary>
    string Describe(VolumeError failure);

    /// <summary>
    /// Reads the first 4 KiB of a regular file past the system's cache and tells how long the device took.
    /// </summary>
    /// <param name="at">Where a relative <paramref name="path"/> starts.</param>
    /// <param name="path">The file's path; it is opened as <see cref="OpenFile"/> does, and closed.</param>
    /// <param name="latency">The time of the one reading, without opening and closing; zero after a failure.</param>
    /// <returns>
    /// What <see cref="OpenFile"/> would have said; <see cref="VolumeErrorKind.Unsupported"/> where the cache cannot be
    /// passed by, and for an empty file, which asks nothing of a device.
    /// </returns>
    /// <remarks>What lies in memory anyway, such as a tmpfs, has no cache to pass by and answers at once.</remarks>
    VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency);
}

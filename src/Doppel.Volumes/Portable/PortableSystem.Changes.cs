using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes;

/// <content>
/// Makes changes by open folders and bare names. Callers have checked the names: none is empty, contains a separator or
/// refers to another folder.
/// </content>
internal abstract partial class PortableSystem
{
    /// <summary>Gets the user id that calls run as, or 0 if there are no user ids.</summary>
    public abstract uint User { get; }

    /// <summary>Gets whether the system manages its own recycle bin.</summary>
    public abstract bool HasRecycleBin { get; }

    /// <summary>Gets whether any file system can exchange two names.</summary>
    public abstract bool CanExchange { get; }

    /// <summary>Returns whether the bytes are a single path component that can be the name of an entry.</summary>
    public abstract bool IsName(ReadOnlySpan<byte> name);

    /// <summary>Opens the root of an absolute path.</summary>
    /// <param name="path">The path.</param>
    /// <param name="root">The open root, or null after a failure.</param>
    /// <param name="length">The length of the root in the path, in bytes.</param>
    public abstract VolumeError OpenRoot(ReadOnlySpan<byte> path, out SafeFileHandle? root, out int length);

    /// <summary>Opens a folder by path.</summary>
    public abstract VolumeError OpenFolder(string path, LinkPolicy links, out SafeFileHandle? folder);

    /// <summary>Opens a subfolder. Never follows a symbolic link.</summary>
    public abstract VolumeError OpenFolder(SafeFileHandle at, ReadOnlySpan<byte> name, out SafeFileHandle? folder);

    /// <summary>Opens an entry for reading. Never follows a symbolic link and never blocks on a FIFO.</summary>
    public abstract VolumeError OpenFile(SafeFileHandle at, ReadOnlySpan<byte> name, out SafeFileHandle? file);

    /// <summary>Opens an entry for reading and writing. Never follows a symbolic link.</summary>
    public abstract VolumeError OpenToWrite(SafeFileHandle at, ReadOnlySpan<byte> name, out SafeFileHandle? file);

    /// <summary>Creates a new file and opens it for reading and writing.</summary>
    public abstract VolumeError MakeFile(
        SafeFileHandle at, ReadOnlySpan<byte> name, uint mode, out SafeFileHandle? file);

    /// <summary>Gets all facts of an entry.</summary>
    public abstract VolumeError Stat(
        SafeFileHandle at, ReadOnlySpan<byte> name, LinkPolicy links, out FileFacts facts);

    /// <summary>Reads the target of a symbolic link as the system stores it.</summary>
    public abstract VolumeError ReadLink(SafeFileHandle at, ReadOnlySpan<byte> name, out byte[] target);

    /// <summary>
    /// Gets the flags that prevent changes to an entry, or to the folder itself if the name is empty.
    /// </summary>
    public abstract VolumeError Protection(
        SafeFileHandle at, ReadOnlySpan<byte> name, out FileProtection protection);

    /// <summary>Opens a file a second time such that nobody can open it for writing in the meantime.</summary>
    public abstract VolumeError TakeLease(SafeFileHandle file, out SafeFileHandle? lease);

    /// <summary>Gets the current path of an open folder.</summary>
    public abstract VolumeError PathOf(SafeFileHandle folder, out byte[] path);

    /// <summary>Shares the blocks of equal ranges, only if the system itself compares them.</summary>
    public abstract VolumeError ShareBlocks(
        SafeFileHandle source, SafeFileHandle file, long offset, long length, out long sharedBytes);

    /// <summary>Creates another hard link to a file.</summary>
    public abstract VolumeError Link(SafeFileHandle file, SafeFileHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Creates a symbolic link.</summary>
    public abstract VolumeError MakeSymbolicLink(
        ReadOnlySpan<byte> target, SafeFileHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Exchanges two names.</summary>
    public abstract VolumeError Exchange(SafeFileHandle folder, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second);

    /// <summary>Moves an entry. Never replaces an existing entry.</summary>
    public abstract VolumeError Move(
        SafeFileHandle from, ReadOnlySpan<byte> name, SafeFileHandle target, ReadOnlySpan<byte> newName);

    /// <summary>Removes a name that does not refer to a folder.</summary>
    public abstract VolumeError Remove(SafeFileHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Removes an empty folder.</summary>
    public abstract VolumeError RemoveFolder(SafeFileHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Creates a folder.</summary>
    public abstract VolumeError MakeFolder(SafeFileHandle folder, ReadOnlySpan<byte> name, uint mode);

    /// <summary>Moves a file to the system's recycle bin.</summary>
    public abstract VolumeError Recycle(SafeFileHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Takes a lock that excludes other processes.</summary>
    public abstract VolumeError Lock(SafeFileHandle file);

    /// <summary>Releases the lock.</summary>
    public abstract VolumeError Unlock(SafeFileHandle file);

    /// <summary>Flushes a file to the device.</summary>
    public abstract VolumeError SyncFile(SafeFileHandle file);

    /// <summary>Flushes the entries of a folder to the device.</summary>
    public abstract VolumeError SyncFolder(SafeFileHandle folder);

    /// <summary>Flushes an entire file system to its device.</summary>
    public abstract VolumeError SyncFileSystem(SafeFileHandle folder);

    /// <summary>Sets the length of a file. Added bytes are a hole if the file system supports holes.</summary>
    public abstract VolumeError SetLength(SafeFileHandle file, long length);

    /// <summary>Reads the flags and attributes of a file.</summary>
    public abstract VolumeError ReadExtras(SafeFileHandle file, out FileExtras extras);

    /// <summary>Sets the owner, group, mode, attributes, times and flags of a file.</summary>
    public abstract VolumeError Restore(SafeFileHandle file, in FileFacts facts, FileExtras extras);

    /// <summary>Sets the owner, group, mode, attributes, times and flags of a folder.</summary>
    public virtual VolumeError RestoreFolder(SafeFileHandle folder, in FileFacts facts, FileExtras extras) =>
        Restore(folder, facts, extras);

    /// <summary>Reads the flags and attributes of a folder.</summary>
    public virtual VolumeError ReadFolderExtras(SafeFileHandle folder, out FileExtras extras) =>
        ReadExtras(folder, out extras);

    /// <summary>Sets the owner, group and time of a symbolic link itself.</summary>
    public abstract VolumeError RestoreLink(SafeFileHandle folder, ReadOnlySpan<byte> name, in FileFacts facts);

    /// <summary>Gets the number of bytes that this user can still write.</summary>
    public abstract VolumeError FreeBytesForUser(SafeFileHandle folder, out long freeBytes);

    /// <summary>Finds the next range that is not a hole.</summary>
    public abstract VolumeError NextData(SafeFileHandle file, long from, long size, out long start, out long behind);
}

using Microsoft.Win32.SafeHandles;

namespace Doppel.Volumes.Portable;

/// <content>
/// What changes something, by open folders and bare names. Names were looked at before: none is empty, has a separator
/// or leads elsewhere.
/// </content>
internal abstract partial class PortableSystem
{
    /// <summary>The user id that calls are made with; 0 where there are none.</summary>
    public abstract uint User { get; }

    /// <summary>Whether the system keeps a recycle bin of its own.</summary>
    public abstract bool HasRecycleBin { get; }

    /// <summary>Whether any file system lets two names change places.</summary>
    public abstract bool CanExchange { get; }

    /// <summary>Whether these bytes are one component of a path, such as an entry may have.</summary>
    public abstract bool IsName(ReadOnlySpan<byte> name);

    /// <summary>Opens the root that an absolute path starts at.</summary>
    /// <param name="path">The path.</param>
    /// <param name="root">The open root; null after a failure.</param>
    /// <param name="length">How many bytes of the path name it.</param>
    public abstract VolumeError OpenRoot(ReadOnlySpan<byte> path, out SafeFileHandle? root, out int length);

    /// <summary>Opens a folder by path.</summary>
    public abstract VolumeError OpenFolder(string path, LinkPolicy links, out SafeFileHandle? folder);

    /// <summary>Opens a folder in a folder; never follows a link.</summary>
    public abstract VolumeError OpenFolder(SafeFileHandle at, ReadOnlySpan<byte> name, out SafeFileHandle? folder);

    /// <summary>Opens an entry for reading; never follows a link, never waits on a FIFO.</summary>
    public abstract VolumeError OpenFile(SafeFileHandle at, ReadOnlySpan<byte> name, out SafeFileHandle? file);

    /// <summary>Opens an entry for reading and writing; never follows a link.</summary>
    public abstract VolumeError OpenToWrite(SafeFileHandle at, ReadOnlySpan<byte> name, out SafeFileHandle? file);

    /// <summary>Makes a file that was not there, for reading and writing.</summary>
    public abstract VolumeError MakeFile(
        SafeFileHandle at, ReadOnlySpan<byte> name, uint mode, out SafeFileHandle? file);

    /// <summary>All facts of an entry.</summary>
    public abstract VolumeError Stat(
        SafeFileHandle at, ReadOnlySpan<byte> name, LinkPolicy links, out FileFacts facts);

    /// <summary>The target of a link as the system has it.</summary>
    public abstract VolumeError ReadLink(SafeFileHandle at, ReadOnlySpan<byte> name, out byte[] target);

    /// <summary>What stands against changing an entry; of a folder itself where the name is empty.</summary>
    public abstract VolumeError Protection(
        SafeFileHandle at, ReadOnlySpan<byte> name, out FileProtection protection);

    /// <summary>Opens a file once more so that nobody can open it for writing meanwhile.</summary>
    public abstract VolumeError TakeLease(SafeFileHandle file, out SafeFileHandle? lease);

    /// <summary>Where an open folder is.</summary>
    public abstract VolumeError PathOf(SafeFileHandle folder, out byte[] path);

    /// <summary>Lets equal stretches share blocks; only where the system itself compares them.</summary>
    public abstract VolumeError ShareBlocks(
        SafeFileHandle source, SafeFileHandle file, long offset, long length, out long sharedBytes);

    /// <summary>Gives a file one more name.</summary>
    public abstract VolumeError Link(SafeFileHandle file, SafeFileHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Makes a symbolic link.</summary>
    public abstract VolumeError MakeSymbolicLink(
        ReadOnlySpan<byte> target, SafeFileHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Lets two names change places.</summary>
    public abstract VolumeError Exchange(SafeFileHandle folder, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second);

    /// <summary>Moves an entry; replaces nothing.</summary>
    public abstract VolumeError Move(
        SafeFileHandle from, ReadOnlySpan<byte> name, SafeFileHandle target, ReadOnlySpan<byte> newName);

    /// <summary>Removes a name that is no folder's.</summary>
    public abstract VolumeError Remove(SafeFileHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Removes an empty folder.</summary>
    public abstract VolumeError RemoveFolder(SafeFileHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Makes a folder.</summary>
    public abstract VolumeError MakeFolder(SafeFileHandle folder, ReadOnlySpan<byte> name, uint mode);

    /// <summary>Puts a file into the system's recycle bin.</summary>
    public abstract VolumeError Recycle(SafeFileHandle folder, ReadOnlySpan<byte> name);

    /// <summary>Keeps other processes from having the same lock.</summary>
    public abstract VolumeError Lock(SafeFileHandle file);

    /// <summary>Returns when a file is on the device.</summary>
    public abstract VolumeError SyncFile(SafeFileHandle file);

    /// <summary>Returns when a folder's entries are on the device.</summary>
    public abstract VolumeError SyncFolder(SafeFileHandle folder);

    /// <summary>Returns when a whole file system is on its device.</summary>
    public abstract VolumeError SyncFileSystem(SafeFileHandle folder);

    /// <summary>Makes a file so long; what is added is a hole where the file system has some.</summary>
    public abstract VolumeError SetLength(SafeFileHandle file, long length);

    /// <summary>Reads what a file carries besides content and facts.</summary>
    public abstract VolumeError ReadExtras(SafeFileHandle file, out FileExtras extras);

    /// <summary>Gives a file owner, group, mode, attributes, times and flags.</summary>
    public abstract VolumeError Restore(SafeFileHandle file, in FileFacts facts, FileExtras extras);

    /// <summary>Gives a folder the same.</summary>
    public virtual VolumeError RestoreFolder(SafeFileHandle folder, in FileFacts facts, FileExtras extras) =>
        Restore(folder, facts, extras);

    /// <summary>Reads what a folder carries.</summary>
    public virtual VolumeError ReadFolderExtras(SafeFileHandle folder, out FileExtras extras) =>
        ReadExtras(folder, out extras);

    /// <summary>Gives a link itself owner, group and time.</summary>
    public abstract VolumeError RestoreLink(SafeFileHandle folder, ReadOnlySpan<byte> name, in FileFacts facts);

    /// <summary>Bytes that this user may still write.</summary>
    public abstract VolumeError FreeBytesForUser(SafeFileHandle folder, out long freeBytes);

    /// <summary>The next stretch that is no hole.</summary>
    public abstract VolumeError NextData(SafeFileHandle file, long from, long size, out long start, out long behind);
}

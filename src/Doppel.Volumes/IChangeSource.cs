namespace Doppel.Volumes;

/// <summary>Reports which folders and files of a volume change, from the moment they are watched.</summary>
/// <remarks>
/// Thread-safe. A change is reported before the call that made it returns to its program, so whoever lists a folder
/// after watching it misses nothing.
/// </remarks>
public interface IChangeSource : IDisposable
{
    /// <summary>Gets a number that grows whenever something is reported.</summary>
    long Reported { get; }

    /// <summary>Starts watching a folder or a file. What is watched already keeps its number.</summary>
    /// <param name="at">
    /// A folder of the volume, or <see cref="FolderHandle.None"/> if <paramref name="path"/> is absolute.
    /// </param>
    /// <param name="path">The path, relative to the folder. Empty for the folder itself.</param>
    /// <param name="scope">Which changes to report, in addition to those that are reported already.</param>
    /// <param name="watch">The number of the watch: the same for all names of one inode. -1 after a failure.</param>
    /// <returns><see cref="VolumeErrorKind.Limit"/> if no more can be watched.</returns>
    VolumeError Watch(FolderHandle at, ReadOnlySpan<byte> path, WatchScope scope, out int watch);

    /// <summary>Stops watching. A number that is no longer in use is ignored.</summary>
    void Unwatch(int watch);

    /// <summary>Waits until more has been reported.</summary>
    /// <param name="reported">The value of <see cref="Reported"/> beyond which to wait.</param>
    /// <param name="timeout">How long to wait, or <see cref="Timeout.InfiniteTimeSpan"/>.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <returns>Whether more has been reported.</returns>
    bool Wait(long reported, TimeSpan timeout, CancellationToken cancellation);

    /// <summary>Takes the changes that were reported since the last call.</summary>
    /// <param name="changes">Receives them, in no certain order.</param>
    /// <param name="reported">The value of <see cref="Reported"/> that they bring the caller to.</param>
    /// <returns>
    /// False if some were lost, or cannot be attributed. Then anything may have changed: call <see cref="Restart"/>,
    /// and watch and list everything again.
    /// </returns>
    bool TryTake(List<Change> changes, out long reported);

    /// <summary>Ends all watches, and forgets what was reported and not yet taken.</summary>
    VolumeError Restart();
}

/// <summary>Something that a watched folder or file reported.</summary>
/// <param name="Watch">The number of the watch.</param>
/// <param name="Kinds">What happened.</param>
/// <param name="Name">
/// For <see cref="ChangeKinds.Written"/> in a folder, the name of the file; otherwise empty.
/// </param>
public readonly record struct Change(int Watch, ChangeKinds Kinds, ReadOnlyMemory<byte> Name);

/// <summary>Specifies what happened to a watched folder or file.</summary>
[Flags]
public enum ChangeKinds : byte
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>
    /// Names came or went, or the content or metadata of the file, or of an entry of the folder, has changed.
    /// </summary>
    Changed = 1,

    /// <summary>The folder or file itself was moved, deleted or unmounted, so its path may lead elsewhere.</summary>
    Gone = 2,

    /// <summary>
    /// A file that was open for writing has been closed. Whatever was written to it shows now, including writes through
    /// a memory map, which may have left its times as they were.
    /// </summary>
    Written = 4,
}

/// <summary>Specifies which changes a watch reports.</summary>
public enum WatchScope
{
    /// <summary>Everything in a folder, but not in the folders below it, and what happens to the folder.</summary>
    Folder,

    /// <summary>What happens to a file, under any of its names. A symbolic link is not followed.</summary>
    File,

    /// <summary>Only that a folder itself is moved, deleted or unmounted.</summary>
    Place,
}

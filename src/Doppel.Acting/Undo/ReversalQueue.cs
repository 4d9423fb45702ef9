using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Flushes files that an undo has rebuilt to disk, many at a time, before they get their names.</summary>
/// <remarks>
/// <para>
/// A rebuilt file must be on disk before it replaces anything. Flushing each one takes most of the time of an undo, so
/// the files wait under their temporary names, and one flush of the file system serves all of them. The names that they
/// get then are on disk after the next flush, and only then does the journal say so.
/// </para>
/// <para>Not thread-safe.</para>
/// </remarks>
/// <param name="volume">The volume that holds the files.</param>
/// <param name="folders">The folders of the names. They stay open until their names are finished.</param>
/// <param name="conclude">Receives the outcome of each name, in order, and returns whether it was restored.</param>
/// <param name="commit">Writes the outcomes so far to the journal.</param>
internal sealed class ReversalQueue(
    IChangeableVolume volume, FolderPool folders, Func<JournalBatch, JournalIntent, Step, bool> conclude, Action commit)
    : IDisposable
{
    // Together with their keepers and folders, 576 files are open, where 1,024 are usually allowed. There are two
    // flushes for these names: one of the file system, and one of the journal.
    private const int NamesMax = 160;

    // More than this is on its way to the disk anyway.
    private const long BytesMax = 1L << 30;

    // A name may need its own folder, its destination, its keeper's, and that of its trash information.
    private const int FoldersOfInode = 16;

    private readonly List<Entry> _entries = [];
    private readonly HashSet<(ulong Device, ulong Inode)> _inodes = [];
    private readonly HashSet<ReportName> _namesHeld = [];
    private readonly Dictionary<ulong, OpenFileSystem> _fileSystems = [];
    private int _names;
    private long _bytes;

    /// <summary>Gets whether every name so far was restored.</summary>
    internal bool IsWhole { get; private set; } = true;

    /// <summary>Gets whether the names must be finished before more are added.</summary>
    internal bool IsFull => _names >= NamesMax || _bytes >= BytesMax || !folders.HasRoomFor(FoldersOfInode);

    /// <summary>Closes the file systems. Names that are not finished stay as an interrupted undo leaves them.</summary>
    public void Dispose()
    {
        foreach (Entry entry in _entries)
        {
            entry.Close?.Invoke();
        }

        _entries.Clear();
        foreach (OpenFileSystem fileSystem in _fileSystems.Values)
        {
            volume.Close(fileSystem.Folder);
        }

        _fileSystems.Clear();
    }

    /// <summary>
    /// Returns whether a file may wait for the flush of its file system. Elsewhere (FUSE, networks) such a flush need
    /// not reach the device, or nobody may ask for it.
    /// </summary>
    internal bool MayWait(Place place) => FileSystemOf(place)?.IsFlushedWhole == true;

    /// <summary>Returns whether one of these names, or another name of its inode, waits to be finished.</summary>
    /// <remarks>A resumed run may have tried a name again in a later batch.</remarks>
    internal bool Holds(IReadOnlyList<JournalIntent> names) =>
        _inodes.Count > 0 && names.Any(name => _namesHeld.Contains(name.Name) || _inodes.Contains(InodeOf(name)));

    /// <summary>Adds a name.</summary>
    internal void Add(JournalBatch batch, JournalIntent intent, Reversed reversed)
    {
        OpenFileSystem? fileSystem = null;
        if (reversed.Finish is not null || reversed.Step.IsDone)
        {
            fileSystem = Touch(intent.Name);

            // A file that was moved back has left another folder, perhaps on another file system.
            Touch(intent.Target);
        }

        if (reversed.Finish is not null)
        {
            _inodes.Add(InodeOf(intent));
            _namesHeld.Add(intent.Name);
            _bytes += intent.Facts.Size;
        }

        _names++;
        _entries.Add(new Entry(batch, intent, reversed, fileSystem, null));
    }

    /// <summary>Adds what closes files once all names before it are finished.</summary>
    internal void AddClosing(Action close) => _entries.Add(new Entry(null, null, default, null, close));

    /// <summary>Finishes the names that wait, so that others can be rebuilt from them.</summary>
    /// <returns>Whether there were any.</returns>
    internal bool Settle()
    {
        bool any = _names > 0;
        Finish();
        return any;
    }

    /// <summary>Finishes all names and makes sure that they, and all before them, are on disk.</summary>
    internal void Complete()
    {
        Finish();
        Flush();
    }

    private void Finish()
    {
        if (_entries.Count == 0)
        {
            return;
        }

        Flush();
        commit();
        Entry[] entries = [.. _entries];
        _entries.Clear();
        _inodes.Clear();
        _namesHeld.Clear();
        (_names, _bytes) = (0, 0);
        foreach (Entry entry in entries)
        {
            if (entry.Batch is not { } batch)
            {
                entry.Close!();
                continue;
            }

            Step step = entry.Reversed.Step;
            if (entry.Reversed.Finish is { } finish)
            {
                step = finish(entry.FileSystem?.Error ?? VolumeError.None);
                Touch(entry.Intent!.Name);
                Touch(entry.Intent.Target);
            }

            IsWhole &= conclude(batch, entry.Intent!, step);
        }
    }

    private void Flush()
    {
        foreach (OpenFileSystem fileSystem in _fileSystems.Values)
        {
            if (fileSystem.IsDirty && fileSystem.IsFlushedWhole)
            {
                fileSystem.Error = volume.SyncFileSystem(fileSystem.Folder);
                fileSystem.IsDirty = false;
                IsWhole &= !fileSystem.Error.Failed;
            }
        }
    }

    private static (ulong Device, ulong Inode) InodeOf(JournalIntent intent) =>
        (intent.Facts.Device, intent.Facts.Inode);

    // Notes that the file system of a name has to be flushed. Returns null if the name is in no folder.
    private OpenFileSystem? Touch(ReportName name)
    {
        if (name.IsEmpty || folders.Find(name, out Place place).Failed || FileSystemOf(place) is not { } fileSystem)
        {
            return null;
        }

        fileSystem.IsDirty = true;
        return fileSystem;
    }

    private OpenFileSystem? FileSystemOf(Place place)
    {
        ulong device = place.In.Facts.Device;
        if (_fileSystems.TryGetValue(device, out OpenFileSystem? known))
        {
            return known;
        }

        if (volume.OpenFolder(place.Folder, default, LinkPolicy.Stay, out FolderHandle folder, out _).Failed)
        {
            return null;
        }

        bool isLocal = (volume.MountOf(folder).Traits & FileSystemTraits.TrustedIds) != 0;
        known = new OpenFileSystem(folder, isLocal && !volume.SyncFileSystem(folder).Failed);
        _fileSystems.Add(device, known);
        return known;
    }

    private readonly record struct Entry(
        JournalBatch? Batch, JournalIntent? Intent, Reversed Reversed, OpenFileSystem? FileSystem, Action? Close);

    private sealed class OpenFileSystem(FolderHandle folder, bool isFlushedWhole)
    {
        internal FolderHandle Folder => folder;

        internal bool IsFlushedWhole => isFlushedWhole;

        /// <summary>Gets or sets whether something was written since the last flush.</summary>
        internal bool IsDirty { get; set; }

        /// <summary>Gets or sets the result of the last flush.</summary>
        internal VolumeError Error { get; set; }
    }
}

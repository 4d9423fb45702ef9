using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// The listings of all folders of a watch, each with a watch of its own, and which of them are outdated. Thread-safe.
/// </summary>
/// <remarks>
/// <para>
/// A folder is watched before it is listed, so that no change can fall between. What is reported makes its listing
/// outdated, and it is listed again in the next round.
/// </para>
/// <para>
/// A file with several names is watched itself: what is written through one name is reported only for the folder of
/// that name, and all of its names have the same size and times.
/// </para>
/// <para>
/// A remembered path leads to the same folder as long as all folders above it are fresh: a folder that was moved or
/// replaced is missing from a new listing, or has another inode number there, and then everything below it is
/// forgotten.
/// </para>
/// </remarks>
/// <param name="source">Reports the changes.</param>
/// <param name="left">Receives the files whose changes are no longer reported, since their folder left.</param>
internal sealed partial class RememberedFolders(IChangeSource source, Action<FileFacts> left) : IDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<Digest128, int> _byPath = [];
    private readonly Dictionary<int, List<(int Watch, ulong Inode)>> _fileWatches = [];
    private readonly WatchTable _watches = new();
    private readonly Stack<int> _free = [];
    private FolderRow[] _rows = new FolderRow[16];
    private int _rowCount;

    /// <summary>Gets the memory of all listings in bytes.</summary>
    internal long ListingBytes
    {
        get
        {
            lock (_gate)
            {
                long bytes = 0;
                foreach (int row in _byPath.Values)
                {
                    bytes += _rows[row].Listing.Length;
                }

                return bytes;
            }
        }
    }

    /// <summary>Gets the number of folders.</summary>
    internal int Count => _byPath.Count;

    /// <summary>
    /// Gets the first failure to watch a folder or file that exists; after that, changes go unnoticed.
    /// </summary>
    internal VolumeError Failure { get; private set; }

    /// <summary>Gets a folder whose listing is believed.</summary>
    internal bool TryGet(Digest128 path, out FolderRow folder)
    {
        lock (_gate)
        {
            bool isKnown = _byPath.TryGetValue(path, out int row) && _rows[row].IsFresh;
            folder = isKnown ? _rows[row] : default;
            return isKnown;
        }
    }

    /// <summary>Watches a folder that is about to be listed.</summary>
    /// <param name="path">The key of its path.</param>
    /// <param name="folder">The open folder.</param>
    /// <param name="facts">Its device and inode.</param>
    /// <returns>False if it cannot be watched, so that its listing must not be kept.</returns>
    internal bool TryWatch(Digest128 path, FolderHandle folder, in FileFacts facts)
    {
        lock (_gate)
        {
            VolumeError error = source.Watch(folder, default, WatchScope.Folder, out int watch);
            if (error.Failed)
            {
                Fail(error);
                return false;
            }

            int row = RowOf(path);
            bool isOther = _rows[row].Device != facts.Device || _rows[row].Inode != facts.Inode;
            if (isOther)
            {
                DropBelow(row);
            }

            int old = _rows[row].Watch;
            _watches.Add(watch, row);
            if (old != watch)
            {
                Release(old, row);
            }

            _rows[row].Watch = watch;
            _rows[row].IsFresh = false;
            (_rows[row].Device, _rows[row].Inode) = (facts.Device, facts.Inode);
            return true;
        }
    }

    /// <summary>Keeps the listing of a watched folder.</summary>
    /// <param name="path">The key of its path.</param>
    /// <param name="folder">The open folder.</param>
    /// <param name="listing">The listing.</param>
    /// <param name="isBelieved">Whether it may be passed on until something is reported.</param>
    /// <param name="volume">The volume of the folder.</param>
    internal void Keep(
        Digest128 path, FolderHandle folder, ReadOnlySpan<byte> listing, bool isBelieved, IVolume volume)
    {
        lock (_gate)
        {
            int row = _byPath[path];
            DropMissing(row, listing);
            _rows[row].Keep(listing);

            // Changed while it was listed, if the names of a file are as many as this, and no watch was there yet.
            _rows[row].IsFresh = WatchFiles(row, folder, volume) && isBelieved;
        }
    }

    /// <summary>Marks the listing of a folder as outdated, so that it is listed again.</summary>
    /// <returns>Whether its listing was believed so far.</returns>
    internal bool MarkStale(Digest128 path)
    {
        lock (_gate)
        {
            bool wasFresh = _byPath.TryGetValue(path, out int row) && _rows[row].IsFresh;
            if (wasFresh)
            {
                _rows[row].IsFresh = false;
            }

            return wasFresh;
        }
    }

    /// <summary>Marks the listings of folders in which something has changed as outdated.</summary>
    /// <param name="changes">The changes.</param>
    /// <param name="written">Receives the files that were written to, as they are remembered.</param>
    /// <returns>Whether any of the changes concerns a folder here.</returns>
    internal bool MarkStale(IReadOnlyList<Change> changes, List<FileFacts> written)
    {
        lock (_gate)
        {
            bool any = false;
            var names = new Dictionary<int, HashSet<string>>();
            foreach (Change change in changes)
            {
                foreach (int row in _watches.FoldersOf(change.Watch))
                {
                    any = true;
                    _rows[row].IsFresh = false;
                    if ((change.Kinds & ChangeKinds.Written) != 0)
                    {
                        NoteWritten(row, change, names, written);
                    }
                }
            }

            foreach ((int row, HashSet<string> some) in names)
            {
                ListWritten(_rows[row], some, written);
            }

            return any;
        }
    }

    /// <summary>Forgets a folder and everything below it.</summary>
    internal void Forget(Digest128 path)
    {
        lock (_gate)
        {
            Drop(path);
        }
    }

    /// <summary>Forgets everything. The watches have ended.</summary>
    internal void Clear()
    {
        lock (_gate)
        {
            for (int row = 0; row < _rowCount; row++)
            {
                _rows[row].Free();
            }

            _byPath.Clear();
            _fileWatches.Clear();
            _watches.Clear();
            _free.Clear();
            _rowCount = 0;
            Failure = VolumeError.None;
        }
    }

    public void Dispose() => Clear();

    // What is gone by now, or may not be read, is a problem of listing it. All else means that changes go unnoticed.
    private void Fail(VolumeError error)
    {
        if (error.Kind is not (VolumeErrorKind.Vanished or VolumeErrorKind.AccessDenied or VolumeErrorKind.IsLink))
        {
            Failure |= error;
        }
    }

    private int RowOf(Digest128 path)
    {
        if (_byPath.TryGetValue(path, out int row))
        {
            return row;
        }

        if (!_free.TryPop(out row))
        {
            row = _rowCount++;
            if (row == _rows.Length)
            {
                Array.Resize(ref _rows, 2 * _rows.Length);
            }
        }

        _rows[row] = new FolderRow { Key = path, Watch = -1 };
        _byPath.Add(path, row);
        return row;
    }

    private void DropMissing(int row, ReadOnlySpan<byte> listing)
    {
        var remaining = new HashSet<(Digest128, ulong)>();
        var entry = new RememberedEntry(listing, _rows[row].Device);
        while (!_rows[row].Listing.IsEmpty && entry.Next())
        {
            if (entry.MayHoldMore)
            {
                remaining.Add((FolderKey.Of(_rows[row].Key, entry.Name), entry.Facts.Inode));
            }
        }

        var old = new RememberedEntry(_rows[row].Listing, _rows[row].Device);
        while (old.Next())
        {
            Digest128 key = old.MayHoldMore ? FolderKey.Of(_rows[row].Key, old.Name) : default;
            if (old.MayHoldMore && !remaining.Contains((key, old.Facts.Inode)))
            {
                Drop(key);
            }
        }
    }

    private void DropBelow(int row)
    {
        DropMissing(row, []);
        var entry = new RememberedEntry(_rows[row].Listing, _rows[row].Device);
        while (entry.Next())
        {
            if (entry.Kind == EntryKind.File)
            {
                left(entry.Facts);
            }
        }

        _rows[row].Free();
    }

    private void Drop(Digest128 path)
    {
        if (!_byPath.TryGetValue(path, out int row))
        {
            return;
        }

        DropBelow(row);
        Release(_rows[row].Watch, row);
        foreach ((int watch, _) in _fileWatches.GetValueOrDefault(row) ?? [])
        {
            Release(watch, row);
        }

        _fileWatches.Remove(row);
        _byPath.Remove(path);
        _free.Push(row);
    }

    private void Release(int watch, int row)
    {
        if (watch >= 0 && _watches.Remove(watch, row))
        {
            source.Unwatch(watch);
        }
    }
}

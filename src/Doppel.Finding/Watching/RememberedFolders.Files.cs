using System.Text;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <content>Files: those with several names, and those that were written to.</content>
internal sealed partial class RememberedFolders
{
    /// <summary>
    /// Marks the listings as outdated in which a file with several names is not remembered as it is now.
    /// </summary>
    /// <param name="seen">The last facts of files with several names.</param>
    /// <returns>Whether there are any.</returns>
    internal bool MarkStale(IReadOnlyDictionary<(ulong Device, ulong Inode), FileFacts> seen)
    {
        lock (_gate)
        {
            bool any = false;
            foreach (int row in _byPath.Values)
            {
                if (_rows[row].IsFresh && Differs(_rows[row], seen))
                {
                    _rows[row].IsFresh = false;
                    any = true;
                }
            }

            return any;
        }
    }

    private static bool Differs(in FolderRow folder, IReadOnlyDictionary<(ulong, ulong), FileFacts> seen)
    {
        var entry = new RememberedEntry(folder.Listing, folder.Device);
        while (entry.Next())
        {
            if (entry.Kind == EntryKind.File
                && seen.TryGetValue((entry.Facts.Device, entry.Facts.Inode), out FileFacts facts)
                && !(facts.SameContentAs(entry.Facts) && facts.Links == entry.Facts.Links))
            {
                return true;
            }
        }

        return false;
    }

    // Returns false if a file changed before it was watched.
    private bool WatchFiles(int row, FolderHandle folder, IVolume volume)
    {
        List<(int Watch, ulong Inode)>? watches = null;
        bool isUnchanged = true;
        var entry = new RememberedEntry(_rows[row].Listing, _rows[row].Device);
        while (entry.Next())
        {
            if (entry.Kind != EntryKind.File || entry.Facts.Links < 2)
            {
                continue;
            }

            VolumeError error = source.Watch(folder, entry.Name, WatchScope.File, out int watch);
            if (error.Failed)
            {
                Fail(error);
                isUnchanged = false;
                continue;
            }

            (watches ??= []).Add((watch, entry.Facts.Inode));
            if (_watches.Add(watch, row))
            {
                const FactFields Wanted = FactFields.Size | FactFields.Identity | FactFields.Times;
                error = volume.Stat(folder, entry.Name, LinkPolicy.Stay, Wanted, out FileFacts now);
                isUnchanged &= !error.Failed && now.SameContentAs(entry.Facts) && now.Links == entry.Facts.Links;
            }
        }

        List<(int Watch, ulong Inode)>? old = _fileWatches.GetValueOrDefault(row);
        _fileWatches.Remove(row);
        if (watches is not null)
        {
            _fileWatches.Add(row, watches);
        }

        foreach ((int watch, _) in old?.Except(watches ?? []) ?? [])
        {
            Release(watch, row);
        }

        return isUnchanged;
    }

    // A file that is watched itself is reported without a name.
    private void NoteWritten(
        int row, Change change, Dictionary<int, HashSet<string>> names, List<FileFacts> written)
    {
        if (!change.Name.IsEmpty)
        {
            if (!names.TryGetValue(row, out HashSet<string>? some))
            {
                names.Add(row, some = []);
            }

            some.Add(Encoding.Latin1.GetString(change.Name.Span));
            return;
        }

        foreach ((int watch, ulong inode) in _fileWatches.GetValueOrDefault(row) ?? [])
        {
            var entry = new RememberedEntry(_rows[row].Listing, _rows[row].Device);
            while (watch == change.Watch && entry.Next())
            {
                if (entry.Kind == EntryKind.File && entry.Facts.Inode == inode)
                {
                    written.Add(entry.Facts);
                }
            }
        }
    }

    private static void ListWritten(in FolderRow folder, HashSet<string> names, List<FileFacts> written)
    {
        var entry = new RememberedEntry(folder.Listing, folder.Device);
        while (entry.Next())
        {
            if (entry.Kind == EntryKind.File && names.Contains(Encoding.Latin1.GetString(entry.Name)))
            {
                written.Add(entry.Facts);
            }
        }
    }
}

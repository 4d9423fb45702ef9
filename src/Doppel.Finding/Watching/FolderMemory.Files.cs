using System.Text;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <content>Files: those with several names, and those that were written to.</content>
internal sealed partial class FolderMemory
{
    /// <summary>
    /// Makes folders be listed again in which a file with several names is not remembered as it is now.
    /// </summary>
    /// <param name="seen">The last facts of files with several names.</param>
    /// <returns>Whether there are any.</returns>
    internal bool MakeStale(IReadOnlyDictionary<(ulong Device, ulong Inode), FileFacts> seen)
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
        List<int>? watches = null;
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

            (watches ??= []).Add(watch);
            if (_watches.Add(watch, row))
            {
                const FactFields Wanted = FactFields.Size | FactFields.Identity | FactFields.Times;
                error = volume.Stat(folder, entry.Name, LinkPolicy.Stay, Wanted, out FileFacts now);
                isUnchanged &= !error.Failed && now.SameContentAs(entry.Facts) && now.Links == entry.Facts.Links;
            }
        }

        List<int>? old = _fileWatches.GetValueOrDefault(row);
        _fileWatches.Remove(row);
        if (watches is not null)
        {
            _fileWatches.Add(row, watches);
        }

        foreach (int watch in old?.Except(watches ?? []) ?? [])
        {
            Release(watch, row);
        }

        return isUnchanged;
    }

    private void NoteWritten(int row, Change change)
    {
        if (!_written.TryGetValue(row, out HashSet<string>? names))
        {
            _written.Add(row, names = []);
        }

        names.Add(Encoding.Latin1.GetString(change.Name.Span));
    }

    // A file whose times have changed is another state of it, of which nothing is known yet.
    private void ListWritten(int row, ReadOnlySpan<byte> listing, List<FileFacts> written)
    {
        if (!_written.Remove(row, out HashSet<string>? names))
        {
            return;
        }

        var before = new Dictionary<string, FileFacts>();
        var old = new RememberedEntry(_rows[row].Listing, _rows[row].Device);
        while (old.Next())
        {
            if (IsWritten(old, names, out string name))
            {
                before[name] = old.Facts;
            }
        }

        var now = new RememberedEntry(listing, _rows[row].Device);
        while (before.Count > 0 && now.Next())
        {
            if (IsWritten(now, names, out string name) && before.TryGetValue(name, out FileFacts facts)
                && facts.SameContentAs(now.Facts))
            {
                written.Add(now.Facts);
            }
        }
    }

    // What was written through another name, or to a file that is watched itself, is reported without a name here.
    private static bool IsWritten(in RememberedEntry entry, HashSet<string> names, out string name)
    {
        name = "";
        if (entry.Kind != EntryKind.File)
        {
            return false;
        }

        name = Encoding.Latin1.GetString(entry.Name);
        return names.Contains(name) || (entry.Facts.Links > 1 && names.Contains(""));
    }
}

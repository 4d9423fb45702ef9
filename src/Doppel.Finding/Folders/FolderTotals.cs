using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>
/// Totals of everything below each folder, and whether all of it was listed and could have a duplicate.
/// </summary>
internal sealed class FolderTotals : IDisposable
{
    private readonly NativeBuffer<Row> _rows;

    internal FolderTotals(PathTree tree, FolderTable folders, FolderLeaves leaves)
    {
        _rows = new NativeBuffer<Row>(folders.Count);
        _rows.Span.Clear();
        CountOwn(tree, folders, leaves);
        for (int folder = folders.Count - 1; folder >= 0; folder--)
        {
            Settle(folders, folder);
        }
    }

    public void Dispose() => _rows.Dispose();

    /// <summary>Returns the total size of all file names below a folder, in bytes.</summary>
    internal long BytesOf(int folder) => _rows[folder].Bytes;

    /// <summary>Returns the number of file names below a folder, including empty files.</summary>
    internal long FilesOf(int folder) => _rows[folder].Files;

    /// <summary>Returns the number of entries below a folder: files, links and folders.</summary>
    internal long EntriesOf(int folder) => _rows[folder].Entries;

    /// <summary>Returns whether everything below a folder was listed.</summary>
    internal bool IsComplete(int folder) => _rows[folder].IsComplete;

    /// <summary>
    /// Returns whether everything below a folder was listed, and each of its files has another name or a duplicate.
    /// </summary>
    internal bool IsMatched(int folder) => _rows[folder].IsMatched;

    /// <summary>Returns whether everything below a folder was listed and consists of folders only.</summary>
    internal bool IsEmpty(int folder) => IsComplete(folder) && _rows[folder].Holds == 0;

    // Files with a duplicate are leaves, so everything directly in a folder is matched if it has as many leaves as
    // files.
    private void CountOwn(PathTree tree, FolderTable folders, FolderLeaves leaves)
    {
        foreach (NodeChunk chunk in tree.Chunks)
        {
            var files = chunk as FileChunk;
            for (int slot = 0; slot < files?.Count; slot++)
            {
                FilePlace place = files.PlaceAt(slot);
                int folder = place.Parent < 0 || place.IsForgotten || place.Mark.IsFollowedLink
                    ? -1
                    : folders.IndexOf(new PathId(place.Parent));
                if (folder >= 0)
                {
                    _rows[folder].Files++;
                    _rows[folder].Holds++;
                    _rows[folder].Bytes += files.SizeAt(slot);
                }
            }
        }

        foreach (FolderExtra extra in leaves.Extras)
        {
            int folder = folders.IndexOf(new PathId(extra.Folder));
            if (folder >= 0 && (folders.MarksOf(folder) & FolderMarks.Listed) != 0)
            {
                _rows[folder].Files += extra.Target == FolderExtra.NoTarget ? 1 : 0;
                _rows[folder].Holds++;
            }
        }

        for (int folder = 0; folder < folders.Count; folder++)
        {
            _rows[folder].Entries = _rows[folder].Holds;
            _rows[folder].HasUnmatched = leaves.StartOf(folder + 1) - leaves.StartOf(folder) < _rows[folder].Holds;
        }
    }

    // Subfolders have higher numbers, so they have been settled already.
    private void Settle(FolderTable folders, int folder)
    {
        ref Row row = ref _rows[folder];
        row.IsComplete = !row.HasIncomplete
            && (folders.MarksOf(folder) & (FolderMarks.Listed | FolderMarks.Incomplete)) == FolderMarks.Listed;
        row.IsMatched = row.IsComplete && !row.HasUnmatched;
        if (folders.ParentOf(folder) is var parent and >= 0)
        {
            ref Row above = ref _rows[parent];
            above.Bytes += row.Bytes;
            above.Files += row.Files;
            above.Holds += row.Holds;
            above.Entries += row.Entries + 1;
            above.HasIncomplete |= !row.IsComplete || folders.IsMount(folder);
            above.HasUnmatched |= row.HasUnmatched;
        }
    }

    private record struct Row
    {
        public long Bytes;
        public long Files;
        public long Holds;
        public long Entries;
        public bool HasIncomplete;
        public bool HasUnmatched;
        public bool IsComplete;
        public bool IsMatched;
    }
}

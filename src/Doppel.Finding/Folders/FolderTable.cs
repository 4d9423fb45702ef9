using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>All folders of a search, numbered in preorder: everything below a folder follows it directly.</summary>
/// <remarks>
/// Folders are ordered by root, then by name. Folders reached through followed links are left out. A root that lies
/// below another root takes its place there.
/// </remarks>
internal sealed class FolderTable : IDisposable
{
    private readonly PathTree _tree;
    private readonly RawFolders _raw;
    private readonly NativeBuffer<int> _indexes;
    private readonly NativeBuffer<int> _paths;
    private readonly NativeBuffer<int> _names;
    private readonly NativeBuffer<int> _parents;
    private readonly NativeBuffer<int> _ends;

    internal FolderTable(PathTree tree, IEnumerable<FolderNotes> notes)
    {
        _tree = tree;
        _raw = new RawFolders(tree);
        _indexes = new NativeBuffer<int>(_raw.Count);
        _paths = new NativeBuffer<int>(_raw.Count);
        _names = new NativeBuffer<int>(_raw.Count);
        _parents = new NativeBuffer<int>(_raw.Count);
        _ends = new NativeBuffer<int>(_raw.Count);
        _indexes.Span.Fill(-1);
        Number(NestedRoots(notes));
        SetEnds();
    }

    internal int Count { get; private set; }

    public void Dispose()
    {
        _raw.Dispose();
        _indexes.Dispose();
        _paths.Dispose();
        _names.Dispose();
        _parents.Dispose();
        _ends.Dispose();
    }

    /// <summary>Returns the number of a folder, or -1 if the folder is left out or is none.</summary>
    internal int IndexOf(PathId folder) => folder == PathId.None ? -1 : _indexes[_raw.IndexOf(folder)];

    internal PathId PathOf(int folder) => new(_paths[folder]);

    /// <summary>Returns the folder's name in its parent folder.</summary>
    internal ReadOnlySpan<byte> NameOf(int folder) => _tree.Name(new PathId(_names[folder]));

    internal FolderMarks MarksOf(int folder) => _tree.MarksOf(PathOf(folder));

    /// <summary>Returns the parent folder, which has a lower number; -1 if there is none.</summary>
    internal int ParentOf(int folder) => _parents[folder];

    /// <summary>Returns the first number after everything below a folder.</summary>
    internal int EndOf(int folder) => _ends[folder];

    internal bool IsWithin(int folder, int above) => folder >= above && folder < EndOf(above);

    /// <summary>
    /// Returns whether a folder is on a different file system than its parent, or has something mounted on it.
    /// </summary>
    internal bool IsMount(int folder)
    {
        int parent = ParentOf(folder);
        return (MarksOf(folder) & FolderMarks.MountRoot) != 0
            || (parent >= 0 && _tree.MarkOf(PathOf(folder)).Device != _tree.MarkOf(PathOf(parent)).Device);
    }

    // Keyed by the path that was not listed. If the same folder has a different path, it is there through a mount and
    // stays unlisted.
    private Dictionary<int, int> NestedRoots(IEnumerable<FolderNotes> notes)
    {
        var nested = new Dictionary<int, int>();
        var taken = new HashSet<int>();
        foreach ((PathId folder, PathId root) in notes.SelectMany(note => note.Nested))
        {
            if (_tree.Parent(folder) != PathId.None && _tree.Render(folder).AsSpan().SequenceEqual(_tree.Render(root))
                && taken.Add(root.Value))
            {
                nested.Add(folder.Value, root.Value);
            }
        }

        return nested;
    }

    private void Number(Dictionary<int, int> nested)
    {
        HashSet<int> elsewhere = [.. nested.Values];
        using var ahead = new NativeList<Step>();
        Push(ahead, _raw.Roots, -1);
        while (ahead.Count > 0)
        {
            Step step = ahead[ahead.Count - 1];
            ahead.Cut(ahead.Count - 1);
            int id = _raw.IdOf(step.Raw);
            int path = nested.GetValueOrDefault(id, id);
            if ((_tree.MarksOf(new PathId(id)) & FolderMarks.Link) != 0 || (step.Parent < 0 && elsewhere.Contains(id)))
            {
                continue;
            }

            int index = Count++;
            int raw = _raw.IndexOf(new PathId(path));
            _indexes[raw] = index;
            _paths[index] = path;
            _names[index] = id;
            _parents[index] = step.Parent;
            Push(ahead, _raw.ChildrenOf(raw), index);
        }
    }

    // Pushed in reverse, since the last one is popped first.
    private static void Push(NativeList<Step> ahead, ReadOnlySpan<int> folders, int parent)
    {
        for (int i = folders.Length - 1; i >= 0; i--)
        {
            ahead.Add(new Step(folders[i], parent));
        }
    }

    private void SetEnds()
    {
        _ends.Span.Clear();
        for (int folder = Count - 1; folder >= 0; folder--)
        {
            _ends[folder] = Math.Max(_ends[folder], folder + 1);
            if (ParentOf(folder) >= 0)
            {
                ref int above = ref _ends[ParentOf(folder)];
                above = Math.Max(above, _ends[folder]);
            }
        }
    }

    private readonly record struct Step(int Raw, int Parent);
}

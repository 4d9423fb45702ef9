using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>All folders of a search, numbered so that what lies below one comes right behind it.</summary>
/// <remarks>
/// Folders are in the order of roots, then of names; those reached through followed links are left out. A root that
/// lies below another one has its place there.
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

    /// <summary>The number of a folder; -1 for one that is left out, and for none.</summary>
    internal int IndexOf(PathId folder) => folder == PathId.None ? -1 : _indexes[_raw.IndexOf(folder)];

    internal PathId PathOf(int folder) => new(_paths[folder]);

    /// <summary>Its name in the folder above.</summary>
    internal ReadOnlySpan<byte> NameOf(int folder) => _tree.Name(new PathId(_names[folder]));

    internal FolderMarks MarksOf(int folder) => _tree.MarksOf(PathOf(folder));

    /// <summary>The folder above, which has a lower number; -1 if there is none.</summary>
    internal int ParentOf(int folder) => _parents[folder];

    /// <summary>The first number behind all that lies below a folder.</summary>
    internal int EndOf(int folder) => _ends[folder];

    internal bool IsWithin(int folder, int above) => folder >= above && folder < EndOf(above);

    /// <summary>Whether it lies on another file system than the folder above, or something is mounted on it.</summary>
    internal bool IsMount(int folder)
    {
        int parent = ParentOf(folder);
        return (MarksOf(folder) & FolderMarks.MountRoot) != 0
            || (parent >= 0 && _tree.MarkOf(PathOf(folder)).Device != _tree.MarkOf(PathOf(parent)).Device);
    }

    // By the path that was not listed. The same folder by another path is there through a mount, and stays unlisted.
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

    // The last comes off first.
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

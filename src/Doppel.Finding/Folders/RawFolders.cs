using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>The folders of a tree as stored there, and the direct subfolders of each, in order.</summary>
internal sealed class RawFolders : IDisposable
{
    private readonly PathTree _tree;

    // For each chunk of the tree, the number of folders in earlier chunks, as if those were full.
    private readonly int[] _firsts;
    private readonly NativeList<int> _ids = new();
    private readonly NativeBuffer<int> _starts;
    private readonly NativeBuffer<int> _children;
    private readonly List<int> _roots = [];

    internal RawFolders(PathTree tree)
    {
        _tree = tree;
        _firsts = new int[tree.Chunks.Length];
        for (int i = 0; i < _firsts.Length; i++)
        {
            _firsts[i] = _ids.Count;
            NodeChunk chunk = tree.Chunks[i];
            for (int slot = 0; chunk is FolderChunk && slot < chunk.Count; slot++)
            {
                _ids.Add(chunk.FirstId + slot);
            }
        }

        _starts = new NativeBuffer<int>(Count + 2);
        _children = new NativeBuffer<int>(Count);
        FindChildren();
        SortChildren();
    }

    internal int Count => _ids.Count;

    /// <summary>Gets the folders that have no parent, in root order.</summary>
    internal ReadOnlySpan<int> Roots => _roots.ToArray();

    public void Dispose()
    {
        _ids.Dispose();
        _starts.Dispose();
        _children.Dispose();
    }

    internal int IdOf(int folder) => _ids[folder];

    internal int IndexOf(PathId folder) =>
        _firsts[folder.Value >> NodeChunk.Shift] + (folder.Value & (NodeChunk.Length - 1));

    internal ReadOnlySpan<int> ChildrenOf(int folder) => _children.Span[_starts[folder].._starts[folder + 1]];

    // Counts two positions ahead, so that placing the folders moves each start to where it belongs.
    private void FindChildren()
    {
        _starts.Span.Clear();
        for (int folder = 0; folder < Count; folder++)
        {
            if (ParentOf(folder) is { } parent and >= 0)
            {
                _starts[parent + 2]++;
            }
            else
            {
                _roots.Add(folder);
            }
        }

        for (int i = 1; i < _starts.Length; i++)
        {
            _starts[i] += _starts[i - 1];
        }

        for (int folder = 0; folder < Count; folder++)
        {
            if (ParentOf(folder) is { } parent and >= 0)
            {
                _children[_starts[parent + 1]++] = folder;
            }
        }
    }

    private void SortChildren()
    {
        Comparison<int> byName = (left, right) => NameOf(left).SequenceCompareTo(NameOf(right));
        for (int folder = 0; folder < Count; folder++)
        {
            _children.Span[_starts[folder].._starts[folder + 1]].Sort(byName);
        }

        _roots.Sort((left, right) => RootOf(left).CompareTo(RootOf(right)));
    }

    private int ParentOf(int folder)
    {
        PathId parent = _tree.Parent(new PathId(IdOf(folder)));
        return parent == PathId.None ? -1 : IndexOf(parent);
    }

    private int RootOf(int folder) => _tree.RootIndex(new PathId(IdOf(folder)));

    private ReadOnlySpan<byte> NameOf(int folder) => _tree.Name(new PathId(IdOf(folder)));
}

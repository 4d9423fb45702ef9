using System.Runtime.InteropServices;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>
/// Every name of a file that has or could have a duplicate, by folder, with the number of its content.
/// </summary>
/// <remarks>
/// Numbers are given to the contents of groups, to inodes that merely have several names, to the targets of symbolic
/// links, and to the content of empty files. A file without a duplicate has no number and is only counted.
/// </remarks>
internal sealed class FolderLeaves : IDisposable
{
    private readonly PathTree _tree;
    private readonly FolderTable _folders;
    private readonly NativeList<FolderExtra> _extras = new();
    private readonly NativeList<Leaf> _found = new();
    private readonly Dictionary<int, List<int>> _repeated = [];
    private readonly List<bool> _hashed = [];
    private NativeBuffer<Leaf> _leaves = new(0);
    private readonly NativeBuffer<int> _starts;

    internal FolderLeaves(
        PathTree tree, FolderTable folders, IEnumerable<FolderNotes> notes, Dictionary<int, int> repeated)
    {
        _tree = tree;
        _folders = folders;
        _starts = new NativeBuffer<int>(folders.Count + 2);
        foreach (FolderNotes note in notes)
        {
            _extras.AddRange(note.Extras.Span);
        }

        foreach ((int name, int standing) in repeated)
        {
            CollectionsMarshal.GetValueRefOrAddDefault(_repeated, standing, out _) ??= [];
            _repeated[standing].Add(name);
        }
    }

    internal int Count => _leaves.Length;

    /// <summary>Gets the number of contents numbered so far.</summary>
    internal int Contents { get; private set; }

    /// <summary>Gets the links and empty files that are not among the files searched.</summary>
    internal ReadOnlySpan<FolderExtra> Extras => _extras.Span;

    public void Dispose()
    {
        _extras.Dispose();
        _found.Dispose();
        _leaves.Dispose();
        _starts.Dispose();
    }

    /// <summary>
    /// Returns the first leaf directly in a folder. For the number of folders, returns the end of all leaves.
    /// </summary>
    internal int StartOf(int folder) => _starts[folder];

    internal int FolderOf(int leaf) => _leaves[leaf].Folder;

    internal int ContentOf(int leaf) => _leaves[leaf].Content;

    internal ReadOnlySpan<byte> NameOf(int leaf) => NameOf(_leaves[leaf]);

    /// <summary>Adds a content and returns its number. Numbers are provisional until the leaves are complete.</summary>
    /// <param name="isHashed">Whether equality was proved by digest only.</param>
    internal int AddContent(bool isHashed = false)
    {
        _hashed.Add(isHashed);
        return Contents++;
    }

    /// <summary>Returns whether the equality of a leaf's content was proved by digest only.</summary>
    internal bool IsHashed(int leaf) => _hashed[ContentOf(leaf)];

    /// <summary>Adds a name of a file, in every folder where it was listed.</summary>
    internal void Add(PathId name, int content)
    {
        AddTo(_folders.IndexOf(_tree.Parent(name)), content, name.Value);
        if (_repeated.Count > 0 && _repeated.TryGetValue(name.Value, out List<int>? others))
        {
            foreach (int other in others)
            {
                AddTo(_folders.IndexOf(_tree.Parent(new PathId(other))), content, other);
            }
        }
    }

    /// <summary>Adds links and empty files, and sorts all leaves.</summary>
    /// <param name="byName">Whether the leaves of a folder are sorted by name rather than by content.</param>
    internal void Complete(bool byName)
    {
        AddExtras();
        _starts.Span.Clear();
        foreach (Leaf leaf in _found)
        {
            _starts[leaf.Folder + 2]++;
        }

        for (int i = 1; i < _starts.Length; i++)
        {
            _starts[i] += _starts[i - 1];
        }

        _leaves.Dispose();
        _leaves = new NativeBuffer<Leaf>(_found.Count);
        foreach (Leaf leaf in _found)
        {
            _leaves[_starts[leaf.Folder + 1]++] = leaf;
        }

        _found.Dispose();
        Sort(CompareNames);
        Renumber();
        if (!byName)
        {
            Sort(static (left, right) => left.Content.CompareTo(right.Content));
        }
    }

    private void Sort(Comparison<Leaf> order)
    {
        for (int folder = 0; folder < _folders.Count; folder++)
        {
            _leaves.Span[_starts[folder].._starts[folder + 1]].Sort(order);
        }
    }

    // Renumbers contents by their first occurrence: the order of groups depends on thread timing, and results must not.
    private void Renumber()
    {
        using var numbers = new NativeBuffer<int>(Contents);
        numbers.Span.Fill(-1);
        bool[] hashed = [.. _hashed];
        _hashed.Clear();
        Contents = 0;
        foreach (ref Leaf leaf in _leaves.Span)
        {
            ref int number = ref numbers[leaf.Content];
            number = number >= 0 ? number : AddContent(hashed[leaf.Content]);
            leaf = leaf with { Content = number };
        }
    }

    private void AddTo(int folder, int content, int node)
    {
        if (folder >= 0 && (_folders.MarksOf(folder) & FolderMarks.Listed) != 0)
        {
            _found.Add(new Leaf(folder, content, node));
        }
    }

    // Adds links by their targets, then empty files as one content.
    private void AddExtras()
    {
        Span<FolderExtra> extras = _extras.Span;
        extras.Sort(CompareTargets);
        for (int i = 0; i < extras.Length; i++)
        {
            int content = i == 0 || CompareTargets(extras[i - 1], extras[i]) != 0 ? AddContent() : Contents - 1;
            AddTo(_folders.IndexOf(new PathId(extras[i].Folder)), content, ~i);
        }
    }

    private int CompareTargets(FolderExtra left, FolderExtra right) =>
        left.Target == FolderExtra.NoTarget || right.Target == FolderExtra.NoTarget
            ? (left.Target == FolderExtra.NoTarget).CompareTo(right.Target == FolderExtra.NoTarget)
            : _tree.Arena[left.Target].SequenceCompareTo(_tree.Arena[right.Target]);

    private int CompareNames(Leaf left, Leaf right) => NameOf(left).SequenceCompareTo(NameOf(right));

    private ReadOnlySpan<byte> NameOf(Leaf leaf) =>
        leaf.Node >= 0 ? _tree.Name(new PathId(leaf.Node)) : _tree.Arena[_extras[~leaf.Node].Name];

    /// <summary>One name.</summary>
    /// <param name="Folder">The folder's number.</param>
    /// <param name="Content">The number of its content.</param>
    /// <param name="Node">The id of the file's path, or the complement of an index into the extras.</param>
    private readonly record struct Leaf(int Folder, int Content, int Node);
}

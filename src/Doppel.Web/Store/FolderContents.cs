namespace Doppel.Web;

/// <summary>Knows which contents are in which folders. Folders are in order, each before those in it.</summary>
/// <remarks>
/// A content is a file with all its duplicates. Media with the same picture or sound but different tags are different
/// contents. Copies on saved volumes do not count. Immutable, and therefore thread-safe.
/// </remarks>
internal sealed class FolderContents
{
    private readonly GroupStore _store;
    private readonly FolderTree _tree;
    private readonly List<int[]> _contents = [];
    private readonly int[] _starts;
    private readonly int[] _ends;

    // By folder, in order: the content and the copy of each name in it.
    private readonly int[] _firstName;
    private readonly int[] _nameContents;
    private readonly int[] _nameCopies;

    // By content: where its names are, in ascending order.
    private readonly int[] _firstPlace;
    private readonly int[] _places;

    /// <summary>Sorts the names of all copies.</summary>
    /// <param name="store">The groups.</param>
    /// <param name="tree">The folders of the same copies.</param>
    /// <param name="isThere">Whether a copy counts.</param>
    internal FolderContents(GroupStore store, FolderTree tree, Func<int, bool> isThere)
    {
        (_store, _tree) = (store, tree);
        (_starts, _ends, NodesInOrder) = Order(tree);
        for (int group = 0; group < store.Groups; group++)
        {
            foreach (int[] copies in Split(group, [.. store.OnDisks(group).Where(isThere)]))
            {
                if (copies.Length > 1)
                {
                    _contents.Add(copies);
                }
            }
        }

        _firstPlace = new int[_contents.Count + 1];
        List<int> places = [];
        _firstName = new int[tree.Count + 1];
        for (int content = 0; content < _contents.Count; content++)
        {
            int[] own = [.. _contents[content].SelectMany(copy => tree.NodesOf(store, copy)).Select(StartOf).Order()];
            places.AddRange(own);
            _firstPlace[content + 1] = places.Count;
            foreach (int place in own)
            {
                _firstName[place + 1]++;
            }
        }

        _places = [.. places];
        for (int place = 0; place < tree.Count; place++)
        {
            _firstName[place + 1] += _firstName[place];
        }

        _nameContents = new int[_places.Length];
        _nameCopies = new int[_places.Length];
        int[] next = [.. _firstName];
        for (int content = 0; content < _contents.Count; content++)
        {
            foreach (int copy in _contents[content])
            {
                foreach (int node in tree.NodesOf(store, copy))
                {
                    int name = next[_starts[node]]++;
                    (_nameContents[name], _nameCopies[name]) = (content, copy);
                }
            }
        }
    }

    /// <summary>Gets all folders; a folder comes before those in it.</summary>
    internal IReadOnlyList<int> NodesInOrder { get; }

    /// <summary>Gets the number of contents.</summary>
    internal int Count => _contents.Count;

    /// <summary>Returns the place of a folder in the order.</summary>
    internal int StartOf(int node) => _starts[node];

    /// <summary>Returns the first place after everything below a folder.</summary>
    internal int EndOf(int node) => _ends[node];

    /// <summary>Returns the group of a content.</summary>
    internal int GroupOf(int content) => _store.GroupOf(_contents[content][0]);

    /// <summary>Returns the copies of a content.</summary>
    internal int[] CopiesOf(int content) => _contents[content];

    /// <summary>Returns whether a folder is another one or below it.</summary>
    internal bool IsWithin(int node, int top) => _starts[node] >= _starts[top] && _starts[node] < _ends[top];

    /// <summary>Returns the content of each name in a folder and below.</summary>
    internal ReadOnlySpan<int> NamesIn(int node) =>
        _nameContents.AsSpan(_firstName[_starts[node]].._firstName[_ends[node]]);

    /// <summary>Returns the copy of each of these names, in the same order.</summary>
    internal ReadOnlySpan<int> CopiesIn(int node) =>
        _nameCopies.AsSpan(_firstName[_starts[node]].._firstName[_ends[node]]);

    /// <summary>Returns the places of all names of a content, in ascending order.</summary>
    internal ReadOnlySpan<int> PlacesOf(int content) => _places.AsSpan(_firstPlace[content].._firstPlace[content + 1]);

    /// <summary>Returns whether a content has a name in a folder or below.</summary>
    internal bool Holds(int node, int content)
    {
        ReadOnlySpan<int> places = PlacesOf(content);
        int at = places.BinarySearch(_starts[node]);
        at = at < 0 ? ~at : at;
        return at < places.Length && places[at] < _ends[node];
    }

    /// <summary>Returns whether a content has a name that is not in a folder or below.</summary>
    internal bool IsOutside(int node, int content)
    {
        ReadOnlySpan<int> places = PlacesOf(content);
        return places[0] < _starts[node] || places[^1] >= _ends[node];
    }

    /// <summary>Returns how many names in a folder are of contents that another folder has.</summary>
    internal int CountShared(int node, int other)
    {
        int count = 0;
        foreach (int content in NamesIn(node))
        {
            count += Holds(other, content) ? 1 : 0;
        }

        return count;
    }

    /// <summary>
    /// Returns the bytes that removing the copies of contents that have all their names in a folder frees.
    /// </summary>
    internal long FreedBy(int node, IReadOnlyList<int> contents)
    {
        Dictionary<int, long> bytes = contents.ToDictionary(static content => content, static _ => 0L);
        ReadOnlySpan<int> names = NamesIn(node);
        ReadOnlySpan<int> copies = CopiesIn(node);
        for (int i = 0; i < names.Length; i++)
        {
            // A copy with several names counts once.
            int shared = _store.NamesOf(copies[i]).Count;
            if (bytes.TryGetValue(names[i], out long before) && IsWholly(copies[i], node))
            {
                bytes[names[i]] = before + (_store.BlocksOf(copies[i]) / shared);
            }
        }

        // Several copies can share their blocks.
        return bytes.Sum(one => GroupOf(one.Key) is var group && _store.TwinFormatOf(group) is null
            ? Math.Min(one.Value, Math.Max(0, _store.FreedOf(group)))
            : one.Value);
    }

    /// <summary>Returns whether a copy has all its names in a folder: removing what is there removes it.</summary>
    internal bool IsWholly(int copy, int node)
    {
        CopyRange names = _store.NamesOf(copy);
        return names.Count == 1
            ? IsWithin(_tree.NodeOf(_store, copy), node)
            : _tree.NodesOf(_store, copy).All(one => IsWithin(one, node));
    }

    // Media that differ in their tags are one group.
    private IEnumerable<int[]> Split(int group, int[] copies)
    {
        IReadOnlyList<int> numbers = _store.TwinContentsOf(group);
        int first = _store.CopiesOf(group).First;
        return numbers.Count == 0
            ? [copies]
            : copies.Where(copy => numbers[copy - first] >= 0).GroupBy(copy => numbers[copy - first])
                .Select(static one => one.ToArray());
    }

    private static (int[] Starts, int[] Ends, int[] Order) Order(FolderTree tree)
    {
        ILookup<int, int> below = Enumerable.Range(1, Math.Max(0, tree.Count - 1)).ToLookup(tree.ParentOf);
        var (starts, ends, order) = (new int[tree.Count], new int[tree.Count], new List<int>());
        Stack<int> ahead = new(tree.Count > 0 ? [0] : []);
        while (ahead.TryPop(out int node))
        {
            starts[node] = order.Count;
            order.Add(node);
            foreach (int child in below[node].OrderByDescending(tree.PathOf))
            {
                ahead.Push(child);
            }
        }

        for (int at = order.Count - 1; at >= 0; at--)
        {
            int node = order[at];
            ends[node] = Math.Max(ends[node], at + 1);
            if (tree.ParentOf(node) is var parent and >= 0)
            {
                ends[parent] = Math.Max(ends[parent], ends[node]);
            }
        }

        return (starts, ends, [.. order]);
    }
}

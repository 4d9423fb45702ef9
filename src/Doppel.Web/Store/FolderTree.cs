using Doppel.Reports;

namespace Doppel.Web;

/// <summary>
/// The folders of all copies and the folders above them, with the bytes that are redundant in each.
/// </summary>
/// <remarks>
/// What is redundant in a folder is what deleting copies there frees, while all copies elsewhere stay, and one here if
/// there is none elsewhere. So two folders that are equal are both redundant, but only one of them counts in a folder
/// that contains both. Immutable after its creation, and therefore thread-safe.
/// </remarks>
internal sealed class FolderTree
{
    private readonly List<ReportName> _paths = [];
    private readonly List<int> _parents = [];
    private readonly Dictionary<ReportName, int> _index = [];
    private readonly int[] _ofFolder;
    private readonly long[] _bytes;
    private readonly long[] _ownBytes;
    private readonly int[] _copies;
    private readonly ILookup<int, int> _children;

    /// <summary>Adds up the copies of a store.</summary>
    /// <param name="store">The groups.</param>
    /// <param name="isThere">Whether a copy counts.</param>
    internal FolderTree(GroupStore store, Func<int, bool> isThere)
    {
        _ofFolder = [.. Enumerable.Range(0, store.Names.FolderCount).Select(one => NodeOf(store.Names.Folder(one)))];
        _bytes = new long[_paths.Count];
        _ownBytes = new long[_paths.Count];
        _copies = new int[_paths.Count];
        int[] below = new int[_paths.Count];
        var above = new List<int>();
        for (int group = 0; group < store.Groups; group++)
        {
            int[] folders = [.. store.OnDisks(group).Where(isThere).Select(copy => NodeOf(store, copy))];
            if (folders.Length < 2)
            {
                continue;
            }

            int others = store.OnDisks(group).Count() - 1;
            foreach (int folder in folders)
            {
                for (int node = folder; node >= 0; node = _parents[node])
                {
                    if (below[node]++ == 0)
                    {
                        above.Add(node);
                    }
                }
            }

            foreach (int node in above)
            {
                int removable = Math.Min(below[node], folders.Length - 1);
                _bytes[node] += (long)((Int128)store.FreedOf(group) * removable / others);
                _copies[node] += below[node];
                below[node] = 0;
            }

            foreach (IGrouping<int, int> own in folders.GroupBy(static folder => folder))
            {
                int removable = Math.Min(own.Count(), folders.Length - 1);
                _ownBytes[own.Key] += (long)((Int128)store.FreedOf(group) * removable / others);
            }

            above.Clear();
        }

        _children = Enumerable.Range(1, Math.Max(0, _paths.Count - 1)).ToLookup(node => _parents[node]);
    }

    /// <summary>Gets the number of folders. Folder 0 is above all others.</summary>
    internal int Count => _paths.Count;

    /// <summary>Returns the absolute path of a folder, without a slash at the end; empty for folder 0.</summary>
    internal ReportName PathOf(int node) => _paths[node];

    /// <summary>Returns the folder above another one, or -1 for folder 0.</summary>
    internal int ParentOf(int node) => _parents[node];

    /// <summary>Returns the redundant bytes in a folder and below.</summary>
    internal long BytesOf(int node) => _bytes[node];

    /// <summary>Returns the redundant bytes directly in a folder.</summary>
    internal long OwnBytesOf(int node) => _ownBytes[node];

    /// <summary>Returns the number of copies in a folder and below.</summary>
    internal int CopiesOf(int node) => _copies[node];

    /// <summary>Returns the folders directly in a folder that have copies.</summary>
    internal IEnumerable<int> ChildrenOf(int node) => _children[node].Where(child => _copies[child] > 0);

    /// <summary>Returns the folder with the first name of a copy.</summary>
    internal int NodeOf(GroupStore store, int copy) =>
        _ofFolder[store.Names.FolderOf(store.NamesOf(copy).First)];

    /// <summary>Returns the folders with the names of a copy.</summary>
    internal IEnumerable<int> NodesOf(GroupStore store, int copy) =>
        store.NamesOf(copy).All().Select(name => _ofFolder[store.Names.FolderOf(name)]);

    /// <summary>Returns for each folder how many copies in it and below are among some.</summary>
    internal int[] CopiesBelow(GroupStore store, Func<int, bool> isCounted)
    {
        int[] counts = new int[_paths.Count];
        for (int copy = 0; copy < store.Copies; copy++)
        {
            if (isCounted(copy))
            {
                counts[NodeOf(store, copy)]++;
            }
        }

        // Folders have greater numbers than those above them.
        for (int node = _paths.Count - 1; node > 0; node--)
        {
            counts[_parents[node]] += counts[node];
        }

        return counts;
    }

    /// <summary>Returns the folder with a path, or -1 if no copy is in it or below.</summary>
    internal int Find(ReportName path) => _index.GetValueOrDefault(path, -1);

    private int NodeOf(ReportName path)
    {
        if (_index.TryGetValue(path, out int known))
        {
            return known;
        }

        // The topmost folder is empty, also on systems whose paths begin with the name of a drive.
        int parent = path.IsEmpty
            ? -1
            : NodeOf(new ReportName(path.Bytes[..Math.Max(0, path.Bytes.LastIndexOf((byte)'/'))].ToArray()));
        _index.Add(path, _paths.Count);
        _paths.Add(path);
        _parents.Add(parent);
        return _paths.Count - 1;
    }
}

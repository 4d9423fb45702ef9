using Doppel.Reports;

namespace Doppel.Web;

/// <summary>
/// Finds the highest folders that are the same, contained in others, or share many files with another one.
/// </summary>
/// <remarks>
/// <para>
/// First come folders of which every file is also elsewhere: the highest of them, since everything below is so too. A
/// folder contains another one if it has all contents of that one; the lowest such folder is given, of several one that
/// has files of its own, and then the one with the fewest folders above it.
/// </para>
/// <para>
/// Of the others, a folder is paired with the one that has most of its files, if that is at least half of them. A pair
/// is left out if another one has both of its folders in its own, or if all that it shares is in whole folders that
/// were found.
/// </para>
/// </remarks>
internal sealed partial class AlikeSearch
{
    internal const int FoundMax = 500;

    /// <summary>The number of places of the rarest content from which a containing folder is sought.</summary>
    internal const int PlacesMax = 16;

    /// <summary>
    /// The number of names after which a content, such as a licence, no longer says which folders are alike.
    /// </summary>
    internal const int NamesMax = 16;

    private const int NoFolder = -1;

    private readonly FolderContents _contents;
    private readonly FolderTree _tree;
    private readonly HashSet<int> _tops;
    private readonly Func<int, long, long> _countFiles;
    private readonly List<AlikeFolders> _found = [];
    private readonly HashSet<(int First, int Second)> _told = [];
    private readonly HashSet<int> _elsewhere = [];
    private readonly HashSet<int> _whole = [];

    // For each folder, how many files of another one are in it, and the last content that was counted.
    private readonly int[] _counts;
    private readonly int[] _turns;
    private int _turn;

    private AlikeSearch(
        FolderContents contents, FolderTree tree, IReadOnlyList<ReportName> roots,
        Func<ReportName, long, long> countFiles)
    {
        (_contents, _tree) = (contents, tree);
        (_counts, _turns) = (new int[tree.Count], new int[tree.Count]);
        int[] tops = [.. roots.Select(tree.Find).Where(static node => node >= 0)];
        _tops = [.. tops.Where(top => !tops.Any(other => other != top && contents.IsWithin(top, other)))];
        _countFiles = (node, max) => countFiles(tree.PathOf(node), max);
    }

    /// <summary>Returns what was found: whole folders first, then those that free most.</summary>
    /// <param name="contents">Which contents are in which folders.</param>
    /// <param name="tree">The folders.</param>
    /// <param name="roots">The absolute paths of the roots. Only they and folders in them are compared, if any.</param>
    /// <param name="countFiles">
    /// Returns the number of files in a folder and below that are not empty. It may stop at the given number and return
    /// a greater one. Negative if the files cannot be counted: such a folder cannot be contained in another one.
    /// </param>
    internal static IReadOnlyList<AlikeFolders> Of(
        FolderContents contents, FolderTree tree, IReadOnlyList<ReportName> roots,
        Func<ReportName, long, long> countFiles)
    {
        var search = new AlikeSearch(contents, tree, roots, countFiles);
        search.FindWhole();
        search.FindShares();
        return
        [
            .. search._found.OrderBy(static one => one.Kind == AlikeKind.Shares)
                .ThenByDescending(static one => one.FreedBytes.Max()).ThenBy(one => contents.StartOf(one.Folders[0]))
                .Take(FoundMax),
        ];
    }

    private void FindWhole()
    {
        IReadOnlyList<int> nodes = _contents.NodesInOrder;
        List<int> highest = [];
        for (int at = 0; at < nodes.Count;)
        {
            bool isWhole = IsInRoots(nodes[at]) && IsWhole(nodes[at]);
            if (isWhole)
            {
                highest.Add(nodes[at]);
            }

            at = isWhole ? _contents.EndOf(nodes[at]) : at + 1;
        }

        _whole.UnionWith(highest);
        highest.ForEach(Tell);
    }

    // Whether every file in it is also outside of it.
    private bool IsWhole(int node)
    {
        ReadOnlySpan<int> names = _contents.NamesIn(node);
        foreach (int content in names)
        {
            if (!_contents.IsOutside(node, content))
            {
                return false;
            }
        }

        return names.Length > 0 && IsComplete(node);
    }

    // A container that has files of its own is better than an equal folder: it stays anyway.
    private void Tell(int node)
    {
        int[] contents = DistinctIn(node);
        List<int> containers = ContainersOf(node, contents);
        List<int> firm = [.. containers.Where(one => !IsInWhole(one))];
        List<int> same = firm.Count > 0 ? [] : SameAs(node, containers);
        if (same.Count > 0)
        {
            int[] all = [.. same.Prepend(node).OrderBy(_contents.StartOf)];
            if (!_told.Contains(Ordered(all[0], all[1])))
            {
                _whole.UnionWith(same);
                Add(AlikeKind.Same, all, contents);
            }
        }
        else if (containers.Count > 0)
        {
            int container = (firm.Count > 0 ? firm : containers)
                .MinBy(one => (DepthOf(one), _contents.NamesIn(one).Length, _contents.StartOf(one)));
            Add(AlikeKind.Contained, [node, container], contents);
        }
        else
        {
            _elsewhere.Add(node);
            Add(AlikeKind.Elsewhere, [node], contents);
        }
    }

    private List<int> SameAs(int node, List<int> containers)
    {
        List<int> same = [];
        foreach (int equal in containers.Where(container => IsContained(container, node)))
        {
            int highest = Highest(equal, node);
            if (!same.Exists(one => _contents.IsWithin(highest, one) || _contents.IsWithin(one, highest)))
            {
                same.Add(highest);
            }
        }

        return same;
    }

    private bool IsInWhole(int node)
    {
        while (node != NoFolder && !_whole.Contains(node))
        {
            node = Above(node);
        }

        return node != NoFolder;
    }

    private int DepthOf(int node)
    {
        int depth = 0;
        for (; node > 0; node = _tree.ParentOf(node))
        {
            depth++;
        }

        return depth;
    }

    // The lowest folders that have all contents, and do not have the folder itself in them.
    private List<int> ContainersOf(int node, int[] contents)
    {
        int rarest = contents.MinBy(content => CountOutside(node, content));
        List<int> containers = [];
        foreach (int place in PlacesOutside(node, rarest).Take(PlacesMax))
        {
            int container = _contents.NodesInOrder[place];
            foreach (int content in contents)
            {
                while (container != NoFolder && !_contents.Holds(container, content))
                {
                    container = Above(container);
                }
            }

            if (container != NoFolder && !_contents.IsWithin(node, container))
            {
                containers.Add(container);
            }
        }

        return
        [
            .. containers.Distinct()
                .Where(one => !containers.Exists(other => other != one && _contents.IsWithin(other, one)))
                .Order(),
        ];
    }

    // Climbs as long as the other folder still has everything.
    private int Highest(int node, int other)
    {
        while (Above(node) is var above and not NoFolder && !_contents.IsWithin(other, above)
            && IsContained(above, other))
        {
            node = above;
        }

        return node;
    }

    private bool IsContained(int node, int other)
    {
        foreach (int content in _contents.NamesIn(node))
        {
            if (!_contents.Holds(other, content))
            {
                return false;
            }
        }

        return IsComplete(node);
    }

    // Whether all files in it have copies.
    private bool IsComplete(int node)
    {
        int names = _contents.NamesIn(node).Length;
        long files = _countFiles(node, names);
        return files >= 0 && files <= names;
    }

    private void Add(AlikeKind kind, int[] folders, int[] contents)
    {
        for (int one = 0; one < folders.Length; one++)
        {
            for (int other = one + 1; other < folders.Length; other++)
            {
                _told.Add(Ordered(folders[one], folders[other]));
            }
        }

        long[] freed = [.. folders.Select(folder => _contents.FreedBy(folder, contents))];
        var alike = new AlikeFolders(kind, folders, contents, freed);

        // A file goes with all its names, so nothing can be removed where all have a name outside too.
        if (Enumerable.Range(0, folders.Length).Any(place => alike.CanClear(place) && alike.Contents.Any(
            content => _contents.CopiesOf(content).Any(copy => _contents.IsWholly(copy, folders[place])))))
        {
            _found.Add(alike);
        }
    }

    private (int, int) Ordered(int one, int other) =>
        _contents.StartOf(one) < _contents.StartOf(other) ? (one, other) : (other, one);

    private int[] DistinctIn(int node) => [.. CountNames(node).Keys.Order()];

    private bool IsOutside(int node, int place) => place < _contents.StartOf(node) || place >= _contents.EndOf(node);

    private int CountOutside(int node, int content)
    {
        int count = 0;
        foreach (int place in _contents.PlacesOf(content))
        {
            count += IsOutside(node, place) ? 1 : 0;
        }

        return count;
    }

    private IEnumerable<int> PlacesOutside(int node, int content) =>
        _contents.PlacesOf(content).ToArray().Where(place => IsOutside(node, place)).Distinct();

    private bool IsInRoots(int node)
    {
        while (node > 0 && !_tops.Contains(node))
        {
            node = _tree.ParentOf(node);
        }

        return node > 0 || _tops.Count == 0 || _tops.Contains(0);
    }

    private int Above(int node) => _tops.Contains(node) || _tree.ParentOf(node) <= 0 ? NoFolder : _tree.ParentOf(node);
}

using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>The copies that could have a twin: each one inode, with its names; neighbours have the same size.</summary>
internal sealed class CopyTable : IDisposable
{
    private readonly PathTree _tree;
    private readonly NativeBuffer<int> _names;
    private readonly int[] _firstNames;
    private readonly Dictionary<int, List<int>> _merged = [];

    /// <summary>Takes over the arrays that grouping has made.</summary>
    /// <param name="tree">The tree of the names.</param>
    /// <param name="names">Ids of all names, copy by copy.</param>
    /// <param name="firstNames">For each copy the index of its first name, and one more for the end.</param>
    /// <param name="count">Copies.</param>
    /// <param name="runs">
    /// Ranges of copies of one size; those of a single copy are there only if unique files are wanted.
    /// </param>
    internal CopyTable(PathTree tree, NativeBuffer<int> names, int[] firstNames, int count, List<CopyRun> runs)
    {
        _tree = tree;
        _names = names;
        _firstNames = firstNames;
        Runs = runs;
        Count = count;
        Digests = new NativeBuffer<Digest128>(Count);
        Stamps = new NativeBuffer<uint>(Count);
        States = new NativeBuffer<CopyState>(Count);
        Stamps.Span.Clear();
        States.Span.Clear();
    }

    internal int Count { get; }

    internal List<CopyRun> Runs { get; }

    /// <summary>What <see cref="States"/> says has been hashed.</summary>
    internal NativeBuffer<Digest128> Digests { get; }

    /// <summary>The times of the file when it was opened, see <see cref="StampOf"/>; 0 where it never was.</summary>
    internal NativeBuffer<uint> Stamps { get; }

    internal NativeBuffer<CopyState> States { get; }

    public void Dispose()
    {
        _names.Dispose();
        Digests.Dispose();
        Stamps.Dispose();
        States.Dispose();
    }

    /// <summary>
    /// The times of the last change as a number that differs after a change, but for one in 2^32. Never 0.
    /// </summary>
    internal static uint StampOf(in FileFacts facts) => Math.Max(1, (uint)HashCode.Combine(
        facts.Modified.Seconds, facts.Modified.Nanoseconds, facts.Changed.Seconds, facts.Changed.Nanoseconds));

    /// <summary>Ids of a copy's names; one that was forgotten is negative.</summary>
    internal ReadOnlySpan<int> NamesOf(int copy) => _names.Span[_firstNames[copy].._firstNames[copy + 1]];

    /// <summary>Any of a copy's names, the same at every call.</summary>
    internal PathId FirstNameOf(int copy) => NameAt(_names[_firstNames[copy]]);

    internal long SizeOf(int copy) => _tree.SizeOf(FirstNameOf(copy));

    /// <summary>Device number and inode.</summary>
    internal (int Device, ulong Inode) IdentityOf(int copy)
    {
        PathId name = FirstNameOf(copy);
        return (_tree.MarkOf(name).Device, _tree.InodeOf(name));
    }

    /// <summary>Makes one copy's names those of another, which turned out to be the same inode.</summary>
    internal void Merge(int copy, int into)
    {
        lock (_merged)
        {
            if (!_merged.TryGetValue(into, out List<int>? others))
            {
                _merged.Add(into, others = []);
            }

            others.Add(copy);
        }
    }

    /// <summary>All names of a copy, in the order of the tree.</summary>
    internal PathId[] SortedNamesOf(int copy)
    {
        List<PathId> names = [];
        Collect(copy, names);
        foreach (int other in MergedInto(copy))
        {
            Collect(other, names);
        }

        names.Sort(_tree.Compare);
        return [.. names];
    }

    /// <summary>The first of a copy's names in the order of the tree.</summary>
    internal PathId FirstInOrderOf(int copy)
    {
        if (NamesOf(copy) is [int only and >= 0] && _merged.Count == 0)
        {
            return new PathId(only);
        }

        return SortedNamesOf(copy) is [PathId first, ..] ? first : FirstNameOf(copy);
    }

    /// <summary>Takes a name away, which the file no longer has.</summary>
    internal void Forget(int copy, int nameIndex)
    {
        ref int name = ref _names[_firstNames[copy] + nameIndex];
        name = name < 0 ? name : ~name;
    }

    /// <summary>Copies whose names were made those of another.</summary>
    internal IReadOnlyList<int> MergedInto(int copy)
    {
        lock (_merged)
        {
            return _merged.TryGetValue(copy, out List<int>? others) ? others : [];
        }
    }

    // A name that was forgotten is kept as its complement: its size and inode are still those of the copy.
    private static PathId NameAt(int value) => new(value < 0 ? ~value : value);

    private void Collect(int copy, List<PathId> names)
    {
        foreach (int name in NamesOf(copy))
        {
            if (name >= 0)
            {
                names.Add(new PathId(name));
            }
        }
    }
}

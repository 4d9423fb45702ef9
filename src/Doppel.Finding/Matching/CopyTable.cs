using System.Runtime.CompilerServices;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>The copies that could have a twin: each one inode, with its names; neighbours have the same size.</summary>
internal sealed class CopyTable : IDisposable
{
    private readonly PathTree _tree;

    // For each copy the id of its name, or where its names stand if it has several.
    private readonly NativeBuffer<int> _names;
    private readonly NativeBits _severalNames;

    // Names of copies that have several: how many, then their ids.
    private readonly NativeList<int> _linked = new();

    // The first copies of their sizes.
    private readonly NativeBits _starts;
    private readonly Dictionary<int, List<int>> _merged = [];

    /// <summary>Makes an empty table.</summary>
    /// <param name="tree">The tree of the names.</param>
    /// <param name="capacity">Copies at most; those that are never added take no memory.</param>
    internal CopyTable(PathTree tree, int capacity)
    {
        _tree = tree;
        _names = new NativeBuffer<int>(capacity);
        _severalNames = new NativeBits(capacity);
        _starts = new NativeBits(capacity);
        Digests = new NativeBuffer<Digest128>(capacity);
        States = new NativeBuffer<CopyState>(capacity);
    }

    internal int Count { get; private set; }

    /// <summary>Bytes of memory that the copies take, but for those that several names of one take.</summary>
    internal long MemoryBytes =>
        (long)Count * (sizeof(int) + Unsafe.SizeOf<Digest128>() + sizeof(CopyState)) + (Count / 4);

    /// <summary>
    /// Ranges of copies of one size; those of a single copy are there only if unique files are wanted.
    /// </summary>
    internal CopyRuns Runs => new(_starts, Count);

    /// <summary>What <see cref="States"/> says has been hashed.</summary>
    internal NativeBuffer<Digest128> Digests { get; private set; }

    internal NativeBuffer<CopyState> States { get; }

    /// <summary>Which copies have the same blocks; null where files cannot share any.</summary>
    internal SharedExtents? Shared { get; set; }

    /// <summary>Who recognises media among them; null where none is wanted.</summary>
    internal MediaScanners? Media { get; set; }

    /// <summary>Where their payloads lie, if these are what is matched; null where the files are.</summary>
    internal PayloadTable? Payloads { get; init; }

    public void Dispose()
    {
        _names.Dispose();
        _linked.Dispose();
        _severalNames.Dispose();
        _starts.Dispose();
        Digests.Dispose();
        States.Dispose();
        Shared?.Dispose();
    }

    /// <summary>Lets all digests go, and gives their memory back.</summary>
    internal void ForgetDigests()
    {
        Digests.Dispose();
        Digests = new NativeBuffer<Digest128>(Count);
        foreach (ref CopyState state in States.Span[..Count])
        {
            state = state == CopyState.Failed ? CopyState.Failed : CopyState.Listed;
        }
    }

    /// <summary>Room for names behind the copies there are; adding copies takes it up from its start.</summary>
    internal Span<int> Room(int names) => _names.Span.Slice(Count, names);

    /// <summary>Adds a copy with one name.</summary>
    internal void Add(int name) => _names[Count++] = name;

    /// <summary>Adds a copy with several names.</summary>
    internal void Add(ReadOnlySpan<int> names)
    {
        // The names may stand in the room that the copy takes up.
        int first = _linked.Count;
        _linked.Add(names.Length);
        _linked.AddRange(names);
        _severalNames.Set(Count);
        _names[Count++] = first;
    }

    /// <summary>Adds a copy with the names of one of another table.</summary>
    internal void AddLike(CopyTable other, int copy)
    {
        if (other._severalNames[copy])
        {
            Add(other.NamesOf(copy));
        }
        else
        {
            Add(other._names[copy]);
        }
    }

    /// <summary>Says that all copies from one to the last are of one size.</summary>
    internal void AddRun(int first) => _starts.Set(first);

    /// <summary>Takes the last copy away.</summary>
    internal void RemoveLast()
    {
        Count--;
        if (_severalNames[Count])
        {
            _severalNames.Unset(Count);
            _linked.Cut(_names[Count]);
        }
    }

    /// <summary>Makes ready for matching, when all copies have been added.</summary>
    internal void Complete()
    {
        States.Span[..Count].Clear();
    }

    /// <summary>Ids of a copy's names; one that was forgotten is negative.</summary>
    /// <remarks>What was forgotten is the complement, since its size and inode are still those of the copy.</remarks>
    internal ReadOnlySpan<int> NamesOf(int copy) => MutableNamesOf(copy);

    /// <summary>Any of a copy's names, the same at every call.</summary>
    internal PathId FirstNameOf(int copy) => NameAt(MutableNamesOf(copy)[0]);

    /// <summary>Bytes of what is matched.</summary>
    internal long SizeOf(int copy) => Payloads?.BytesOf(copy) ?? _tree.SizeOf(FirstNameOf(copy));

    /// <summary>Whether two copies, the first before the second, stand in one run.</summary>
    internal bool AreInOneRun(int first, int second) => _starts.NextSet(first + 1) > second;

    /// <summary>The number of its device.</summary>
    internal int DeviceOf(int copy) => _tree.MarkOf(FirstNameOf(copy)).Device;

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
        PathId first = FirstOf(NamesOf(copy), PathId.None);
        if (AnyMerged)
        {
            foreach (int other in MergedInto(copy))
            {
                first = FirstOf(NamesOf(other), first);
            }
        }

        return first != PathId.None ? first : FirstNameOf(copy);
    }

    /// <summary>Takes a name away, which the file no longer has.</summary>
    internal void Forget(int copy, PathId name)
    {
        Span<int> names = MutableNamesOf(copy);
        int index = names.IndexOf(name.Value);
        if (index >= 0)
        {
            names[index] = ~name.Value;
        }
    }

    /// <summary>Which of a copy and those that were merged into it has a name.</summary>
    internal int OwnerOf(PathId name, int copy)
    {
        if (AnyMerged)
        {
            foreach (int other in MergedInto(copy))
            {
                if (NamesOf(other).Contains(name.Value))
                {
                    return other;
                }
            }
        }

        return copy;
    }

    /// <summary>Whether any copy was merged into another.</summary>
    internal bool AnyMerged => _merged.Count > 0;

    /// <summary>Copies whose names were made those of another.</summary>
    internal IReadOnlyList<int> MergedInto(int copy)
    {
        lock (_merged)
        {
            return _merged.TryGetValue(copy, out List<int>? others) ? others : [];
        }
    }

    private static PathId NameAt(int value) => new(value < 0 ? ~value : value);

    private Span<int> MutableNamesOf(int copy)
    {
        if (!_severalNames[copy])
        {
            return _names.Span.Slice(copy, 1);
        }

        int first = _names[copy];
        return _linked.Span.Slice(first + 1, _linked[first]);
    }

    private PathId FirstOf(ReadOnlySpan<int> names, PathId first)
    {
        foreach (int value in names)
        {
            var name = new PathId(value);
            if (value >= 0 && (first == PathId.None || _tree.Compare(name, first) < 0))
            {
                first = name;
            }
        }

        return first;
    }

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

using System.Runtime.CompilerServices;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>
/// The copies that may have a duplicate. Each copy is one inode with all its names; copies of the same size are
/// adjacent.
/// </summary>
internal sealed class CopyTable : IDisposable
{
    private readonly PathTree _tree;

    // For each copy, the id of its name, or the position of its names if it has several.
    private readonly NativeBuffer<int> _names;
    private readonly NativeBits _severalNames;

    // The names of copies with several names: their number, then their ids.
    private readonly NativeList<int> _linked = new();

    // The first copy of each size.
    private readonly NativeBits _starts;
    private readonly Dictionary<int, List<int>> _merged = [];

    /// <summary>Initializes an empty table.</summary>
    /// <param name="tree">The tree that holds the names.</param>
    /// <param name="capacity">The maximum number of copies. Unused capacity takes no memory.</param>
    internal CopyTable(PathTree tree, int capacity)
    {
        _tree = tree;
        _names = new NativeBuffer<int>(capacity);
        _severalNames = new NativeBits(capacity);
        _starts = new NativeBits(capacity);
        Digests = new NativeBuffer<Digest128>(capacity);
        States = new NativeBuffer<CopyState>(capacity);
    }

    /// <summary>Gets the tree that holds the names.</summary>
    internal PathTree Tree => _tree;

    internal int Count { get; private set; }

    /// <summary>
    /// Gets the number of bytes that the copies take, excluding the lists of copies with several names.
    /// </summary>
    internal long MemoryBytes =>
        (long)Count * (sizeof(int) + Unsafe.SizeOf<Digest128>() + sizeof(CopyState)) + (Count / 4);

    /// <summary>
    /// Gets the runs of copies of the same size. Runs of a single copy exist only if unique files were requested.
    /// </summary>
    internal CopyRuns Runs => new(_starts, Count);

    /// <summary>Gets the digests of what <see cref="States"/> says has been hashed.</summary>
    internal NativeBuffer<Digest128> Digests { get; private set; }

    internal NativeBuffer<CopyState> States { get; }

    /// <summary>
    /// Gets the locations of the copies' payloads if payloads are what is matched, or null if complete files are.
    /// </summary>
    internal PayloadTable? Payloads { get; init; }

    public void Dispose()
    {
        _names.Dispose();
        _linked.Dispose();
        _severalNames.Dispose();
        _starts.Dispose();
        Digests.Dispose();
        States.Dispose();
    }

    /// <summary>Discards all digests and frees their memory.</summary>
    internal void ForgetDigests()
    {
        Digests.Dispose();
        Digests = new NativeBuffer<Digest128>(Count);
        foreach (ref CopyState state in States.Span[..Count])
        {
            state = state == CopyState.Failed ? state : CopyState.Unread;
        }
    }

    /// <summary>Returns space for names behind the existing copies. Adding copies uses it up from its start.</summary>
    internal Span<int> Room(int names) => _names.Span.Slice(Count, names);

    /// <summary>Adds a copy with one name.</summary>
    internal void Add(int name) => _names[Count++] = name;

    /// <summary>Adds a copy with several names.</summary>
    internal void Add(ReadOnlySpan<int> names)
    {
        // The names may be stored in the very space that this copy takes up.
        int first = _linked.Count;
        _linked.Add(names.Length);
        _linked.AddRange(names);
        _severalNames.Set(Count);
        _names[Count++] = first;
    }

    /// <summary>Adds a copy with the names of a copy in another table.</summary>
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

    /// <summary>Marks all copies from the given one to the last as having the same size.</summary>
    internal void AddRun(int first) => _starts.Set(first);

    internal void RemoveLast()
    {
        Count--;
        if (_severalNames[Count])
        {
            _severalNames.Unset(Count);
            _linked.Cut(_names[Count]);
        }
    }

    /// <summary>Prepares the table for matching after all copies have been added.</summary>
    internal void Complete()
    {
        States.Span[..Count].Clear();
    }

    /// <summary>Returns the ids of a copy's names. A forgotten name has a negative id.</summary>
    /// <remarks>
    /// A forgotten name is stored as its complement, because its size and inode are still those of the copy.
    /// </remarks>
    internal ReadOnlySpan<int> NamesOf(int copy) => MutableNamesOf(copy);

    /// <summary>Returns one of a copy's names, the same at every call.</summary>
    internal PathId FirstNameOf(int copy) => NameAt(MutableNamesOf(copy)[0]);

    /// <summary>Tells the processor that a copy is needed soon.</summary>
    internal void Prefetch(int copy) => _tree.Prefetch(FirstNameOf(copy));

    /// <summary>Tells the processor that the name of a copy is needed soon.</summary>
    internal void PrefetchName(int copy) => _tree.PrefetchName(FirstNameOf(copy));

    /// <summary>Returns the size in bytes of what is matched: the file or its payload.</summary>
    internal long SizeOf(int copy) => Payloads?.BytesOf(copy) ?? _tree.SizeOf(FirstNameOf(copy));

    /// <summary>Returns the end of the run that a copy is in: the number after its last copy.</summary>
    internal int EndOfRun(int copy) => Math.Min(Count, _starts.NextSet(copy + 1));

    /// <summary>Returns whether no other copy has the copy's size.</summary>
    internal bool IsAlone(int copy) => _starts[copy] && EndOfRun(copy) == copy + 1;

    /// <summary>Returns the number of the copy's device.</summary>
    internal int DeviceOf(int copy) => _tree.MarkOf(FirstNameOf(copy)).Device;

    /// <summary>Returns the copy's device number and inode.</summary>
    internal (int Device, ulong Inode) IdentityOf(int copy)
    {
        PathId name = FirstNameOf(copy);
        return (_tree.MarkOf(name).Device, _tree.InodeOf(name));
    }

    /// <summary>Compares two copies by device number, then by inode.</summary>
    internal int CompareIdentity(int left, int right) => IdentityOf(left).CompareTo(IdentityOf(right));

    /// <summary>Assigns one copy's names to another, because both turned out to be the same inode.</summary>
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

    /// <summary>Returns the sum of the sizes of some copies.</summary>
    internal long BytesOf(NativeList<int> some)
    {
        long bytes = 0;
        foreach (int copy in some)
        {
            bytes += SizeOf(copy);
        }

        return bytes;
    }

    /// <summary>Returns all names of a copy, in tree order.</summary>
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

    /// <summary>Returns the first of a copy's names in tree order.</summary>
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

    /// <summary>Converts a copy for a report, with its names in tree order.</summary>
    internal ReportCopy ToReport(int copy, CopyFacts? facts)
    {
        ReadOnlySpan<PathId> names = !AnyMerged && NamesOf(copy) is [>= 0] single
            ? [new PathId(single[0])]
            : SortedNamesOf(copy);
        var shown = new ReportName[names.Length];
        int[] roots = new int[names.Length];
        bool[]? followed = _tree.AnyLinkFollowed ? new bool[names.Length] : null;
        for (int i = 0; i < names.Length; i++)
        {
            shown[i] = new ReportName(_tree.ShownPath(names[i]));
            roots[i] = _tree.RootIndex(names[i]);
            followed?[i] = _tree.IsReachedThroughLink(names[i]);
        }

        (int device, ulong inode) = IdentityOf(copy);
        return new ReportCopy
        {
            Names = shown,
            Roots = roots,
            Followed = followed.AsSpan().Contains(true) ? followed : null,
            Companions = MayHaveCompanions(names) ? _tree.Companions.Of(names) : null,
            Device = _tree.Devices[device].Device,
            Inode = inode,
            Links = facts?.Links ?? 0,
            Allocated = facts?.Allocated ?? 0,
            Owner = facts?.Owner ?? 0,
            Group = facts?.Group ?? 0,
            Mode = facts?.Mode ?? 0,
            Modified = facts?.Modified ?? default,
        };
    }

    /// <summary>Removes a name that the file no longer has.</summary>
    internal void Forget(int copy, PathId name)
    {
        Span<int> names = MutableNamesOf(copy);
        int index = names.IndexOf(name.Value);
        if (index >= 0)
        {
            names[index] = ~name.Value;
        }
    }

    /// <summary>Returns which copy has a name: the given one, or one that was merged into it.</summary>
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

    /// <summary>Gets whether any copy was merged into another.</summary>
    internal bool AnyMerged => _merged.Count > 0;

    /// <summary>Returns the copies that were merged into a copy.</summary>
    internal IReadOnlyList<int> MergedInto(int copy)
    {
        lock (_merged)
        {
            return _merged.TryGetValue(copy, out List<int>? others) ? others : [];
        }
    }

    private bool MayHaveCompanions(ReadOnlySpan<PathId> names)
    {
        bool mayHave = false;
        foreach (PathId name in names)
        {
            mayHave |= CompanionKinds.MayHave(_tree.Name(name));
        }

        return mayHave;
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

/// <summary>How far the matching of a copy has progressed.</summary>
internal enum CopyState : byte
{
    /// <summary>Only the copy's metadata is known.</summary>
    Unread,

    /// <summary>The first and last bytes have been hashed.</summary>
    EndsHashed,

    /// <summary>The complete content has been hashed; the digest is that of the content.</summary>
    Hashed,

    /// <summary>The copy could not be read, or it changed. It is excluded from further steps.</summary>
    Failed,
}

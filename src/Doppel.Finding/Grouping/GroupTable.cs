using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>The groups of a search on their way from proof to report: merged, confirmed and put in order.</summary>
internal sealed class GroupTable : IDisposable
{
    private const int Nobody = Confirmer.Nobody;

    private readonly PathTree _tree;
    private readonly CopyTable _copies;
    private readonly NativeList<int> _members = new();
    private readonly NativeList<GroupRow> _groups = new();
    private readonly NativeList<Digest128> _digests = new();
    private readonly NativeBuffer<CopyFacts>? _facts;
    private readonly NativeBuffer<bool>? _isUnique;
    private readonly Comparison<int> _byIdentity;
    private readonly PathSorter _sorter;

    /// <summary>Takes over what the sinks hold, and what is known of digests.</summary>
    internal GroupTable(PathTree tree, CopyTable copies, IEnumerable<GroupSink> sinks, FindOptions options)
    {
        _tree = tree;
        _copies = copies;
        _byIdentity = CompareIdentity;
        _sorter = new PathSorter(tree);
        foreach (GroupSink sink in sinks)
        {
            Take(sink);
        }

        // A group has one digest; those of so many copies make room for what comes.
        copies.ForgetDigests();
        _facts = options.CopyFacts ? new NativeBuffer<CopyFacts>(_members.Count) : null;
        if (options.Uniques)
        {
            _isUnique = new NativeBuffer<bool>(copies.Count);
            _isUnique.Span.Fill(true);
        }
    }

    internal NativeList<GroupRow> Groups => _groups;

    /// <summary>Copies in groups.</summary>
    internal int MemberCount
    {
        get
        {
            int count = 0;
            foreach (GroupRow group in _groups)
            {
                count += group.Count;
            }

            return count;
        }
    }

    /// <summary>The sum of <see cref="RedundantBytesOf"/>.</summary>
    internal long RedundantBytes
    {
        get
        {
            long bytes = 0;
            foreach (GroupRow group in _groups)
            {
                bytes += RedundantBytesOf(group);
            }

            return bytes;
        }
    }

    public void Dispose()
    {
        _members.Dispose();
        _groups.Dispose();
        _digests.Dispose();
        _facts?.Dispose();
        _isUnique?.Dispose();
    }

    internal int MemberOf(GroupRow group, int index) => _members[group.First + index];

    internal CopyFacts? FactsOf(GroupRow group, int index) => _facts?[group.First + index];

    /// <summary>Bytes that all members but one take, those that share blocks counted once.</summary>
    internal long RedundantBytesOf(GroupRow group) =>
        SizeOf(group) * ((_copies.Shared?.StoragesOf(MembersOf(group)) ?? group.Count) - 1);

    /// <summary>The digest of the content of a group, if any copy was hashed as a whole.</summary>
    internal bool TryGetDigest(GroupRow group, out Digest128 digest)
    {
        if (group.Digest >= 0)
        {
            digest = _digests[group.Digest];
            return true;
        }

        foreach (int member in MembersOf(group))
        {
            if (member != Nobody && _copies.States[member] == CopyState.Hashed)
            {
                digest = _copies.Digests[member];
                return true;
            }
        }

        digest = default;
        return false;
    }

    /// <summary>Drops groups of which no copy could be hashed.</summary>
    /// <remarks>
    /// Their copies have become problems, or the search was interrupted and the report says that it is partial.
    /// </remarks>
    internal void DropWithoutDigest()
    {
        int kept = 0;
        foreach (GroupRow group in _groups)
        {
            if (TryGetDigest(group, out _))
            {
                _groups[kept++] = group;
            }
        }

        _groups.Cut(kept);
    }

    internal long SizeOf(GroupRow group) => _copies.SizeOf(_members[group.First]);

    /// <summary>Makes one copy of those members of a group that turn out to be one inode.</summary>
    /// <remarks>Different groups may be merged by different threads at once; likewise <see cref="Order"/>.</remarks>
    internal void Merge(int groupIndex) => _groups[groupIndex] = MergeLinks(_groups[groupIndex]);

    /// <summary>Looks at all members once more.</summary>
    internal void Confirm(Confirmer confirmer) => confirmer.Confirm(_members, _facts);

    /// <summary>
    /// Lets those members of a group go that are no longer what was read, and puts the others in order.
    /// </summary>
    internal void Order(int groupIndex)
    {
        GroupRow group = _groups[groupIndex];
        int kept = group.First;
        for (int i = group.First; i < group.First + group.Count; i++)
        {
            if (_members[i] != Nobody)
            {
                _members[kept] = _members[i];
                if (_facts is not null)
                {
                    _facts[kept] = _facts[i];
                }

                kept++;
            }
        }

        group = group with { Count = kept - group.First };
        if (group.Count > 1)
        {
            SortMembers(group);
        }

        _groups[groupIndex] = group;
    }

    /// <summary>Drops what fell apart or was not asked for and puts groups into the order of a report.</summary>
    internal void Settle(bool isolate)
    {
        int kept = 0;
        foreach (GroupRow group in _groups)
        {
            if (group.Count >= 2 && (!isolate || SpansRoots(group)))
            {
                _groups[kept++] = group;
                foreach (int copy in _isUnique is null ? default : MembersOf(group))
                {
                    _isUnique![copy] = false;
                }
            }
        }

        _groups.Cut(kept);
        using var bytes = new NativeBuffer<long>(kept);
        for (int i = 0; i < kept; i++)
        {
            bytes[i] = -RedundantBytesOf(_groups[i]);
        }

        bytes.Span.Sort(_groups.Span);
        for (int first = 0; first < kept;)
        {
            int end = first + 1;
            while (end < kept && bytes[end] == bytes[first])
            {
                end++;
            }

            if (end - first > 1)
            {
                SortByFirst(_groups.Span[first..end]);
            }

            first = end;
        }
    }

    /// <summary>Copies in no group that could be read, where unique files were asked for; by first name.</summary>
    internal NativeList<int> Uniques()
    {
        var uniques = new NativeList<int>();
        for (int copy = 0; copy < _isUnique?.Length; copy++)
        {
            if (_isUnique[copy] && _copies.States[copy] != CopyState.Failed)
            {
                uniques.Add(copy);
            }
        }

        using var names = new NativeBuffer<PathId>(uniques.Count);
        for (int i = 0; i < names.Length; i++)
        {
            names[i] = _copies.FirstInOrderOf(uniques[i]);
        }

        _sorter.Sort(names.Span, uniques.Span);
        return uniques;
    }

    /// <summary>Says that copies have a twin, whether they will be shown or not.</summary>
    internal void MarkAsTwins(ReadOnlySpan<int> members)
    {
        foreach (int member in _isUnique is null ? default : members)
        {
            if (member != Nobody)
            {
                _isUnique![member] = false;
            }
        }
    }

    internal Span<int> MembersOf(GroupRow group) => _members.Span.Slice(group.First, group.Count);

    private void Take(GroupSink sink)
    {
        int first = _members.Count;
        _members.AddRange(sink.Members.Span);
        foreach (GroupRow group in sink.Groups)
        {
            GroupRow taken = group with { First = first + group.First };
            if (TryGetDigest(taken, out Digest128 digest))
            {
                taken = taken with { Digest = _digests.Count };
                _digests.Add(digest);
            }

            _groups.Add(taken);
        }

        sink.Dispose();
    }

    // Most are few, and then the stack has room for what sorting takes.
    private void SortByFirst(Span<GroupRow> groups)
    {
        if (groups.Length <= PathSorter.FewPaths)
        {
            SortByFirst(groups, stackalloc PathId[groups.Length]);
            return;
        }

        using var names = new NativeBuffer<PathId>(groups.Length);
        SortByFirst(groups, names.Span);
    }

    private void SortByFirst(Span<GroupRow> groups, Span<PathId> names)
    {
        for (int i = 0; i < groups.Length; i++)
        {
            names[i] = _copies.FirstInOrderOf(_members[groups[i].First]);
        }

        _sorter.Sort(names, groups);
    }

    private void SortMembers(GroupRow group)
    {
        if (group.Count <= PathSorter.FewPaths)
        {
            SortMembers(group, stackalloc PathId[group.Count], stackalloc int[group.Count]);
            return;
        }

        using var names = new NativeBuffer<PathId>(group.Count);
        using var order = new NativeBuffer<int>(group.Count);
        SortMembers(group, names.Span, order.Span);
    }

    private void SortMembers(GroupRow group, Span<PathId> names, Span<int> order)
    {
        Span<int> members = MembersOf(group);
        for (int i = 0; i < members.Length; i++)
        {
            names[i] = _copies.FirstInOrderOf(members[i]);
            order[i] = i;
        }

        if (_facts is null)
        {
            _sorter.Sort(names, members);
            return;
        }

        _sorter.Sort(names, order);
        Permute(members, _facts.Span.Slice(group.First, group.Count), order);
    }

    // Each place takes what the order names, round by round, until the round comes back to where it began.
    private static void Permute(Span<int> members, Span<CopyFacts> facts, Span<int> order)
    {
        const int Done = -1;
        for (int begin = 0; begin < order.Length; begin++)
        {
            (int member, CopyFacts fact) = (members[begin], facts[begin]);
            for (int to = begin; order[to] != Done;)
            {
                int from = order[to];
                order[to] = Done;
                (members[to], facts[to]) = from == begin ? (member, fact) : (members[from], facts[from]);
                to = from;
            }
        }
    }

    // A file that is mounted over another has one name each and yet is one inode; where numbers are trusted it is
    // one copy.
    private GroupRow MergeLinks(GroupRow group)
    {
        Span<int> members = MembersOf(group);
        members.Sort(_byIdentity);
        int kept = 1;
        for (int i = 1; i < members.Length; i++)
        {
            int before = members[kept - 1];
            if (CompareIdentity(before, members[i]) == 0 && IsTrusted(before))
            {
                _copies.Merge(members[i], before);
                if (_isUnique is not null)
                {
                    _isUnique[members[i]] = false;
                }
            }
            else
            {
                members[kept++] = members[i];
            }
        }

        members[kept..].Fill(Nobody);
        return group with { Count = kept };
    }

    private int CompareIdentity(int left, int right) => _copies.IdentityOf(left).CompareTo(_copies.IdentityOf(right));

    private bool IsTrusted(int copy) =>
        (_tree.Devices[_copies.IdentityOf(copy).Device].Mount.Traits & Volumes.FileSystemTraits.TrustedIds) != 0;

    private bool SpansRoots(GroupRow group)
    {
        int first = -1;
        foreach (int copy in MembersOf(group))
        {
            foreach (PathId name in _copies.SortedNamesOf(copy))
            {
                int root = _tree.RootIndex(name);
                if (first >= 0 && root != first)
                {
                    return true;
                }

                first = root;
            }
        }

        return false;
    }
}

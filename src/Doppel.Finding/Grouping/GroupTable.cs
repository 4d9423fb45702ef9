using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>The groups of a search on their way from proof to report: merged, confirmed and put in order.</summary>
internal sealed class GroupTable
{
    // In place of a member that became a part of another.
    private const int Nobody = -1;

    private readonly PathTree _tree;
    private readonly CopyTable _copies;
    private readonly List<GroupRow> _groups;
    private readonly int[] _members;
    private readonly PathId[] _firstNames;
    private readonly CopyFacts[]? _facts;
    private readonly bool[]? _isUnique;
    private readonly Comparison<int> _byIdentity;
    private readonly Comparison<PathId> _byPath;

    internal GroupTable(PathTree tree, CopyTable copies, IEnumerable<GroupSink> sinks, FindOptions options)
    {
        _tree = tree;
        _copies = copies;
        _byIdentity = CompareIdentity;
        _byPath = tree.Compare;
        (_members, _groups) = Concatenate(sinks);
        _firstNames = new PathId[_members.Length];
        _facts = options.CopyFacts ? new CopyFacts[_members.Length] : null;
        if (options.Uniques)
        {
            _isUnique = new bool[copies.Count];
            _isUnique.AsSpan().Fill(true);
        }

    }

    internal IReadOnlyList<GroupRow> Groups => _groups;

    /// <summary>Copies in groups.</summary>
    internal int MemberCount => _groups.Sum(static group => group.Count);

    internal int MemberOf(GroupRow group, int index) => _members[group.First + index];

    internal CopyFacts? FactsOf(GroupRow group, int index) => _facts?[group.First + index];

    /// <summary>A member whose whole content has been hashed.</summary>
    internal bool TryGetHashed(GroupRow group, out int copy)
    {
        foreach (int member in _members.AsSpan(group.First, group.Count))
        {
            if (_copies.States[member] == CopyState.Hashed)
            {
                copy = member;
                return true;
            }
        }

        copy = -1;
        return false;
    }

    /// <summary>Drops groups of which no copy could be hashed.</summary>
    /// <remarks>
    /// Their copies have become problems, or the search was interrupted and the report says that it is partial.
    /// </remarks>
    internal void DropWithoutDigest() => _groups.RemoveAll(group => !TryGetHashed(group, out _));

    internal long SizeOf(GroupRow group) => _copies.SizeOf(_members[group.First]);

    /// <summary>Makes one copy of those members of a group that turn out to be one inode.</summary>
    /// <remarks>Different groups may be merged by different threads at once; likewise <see cref="Order"/>.</remarks>
    internal void Merge(int groupIndex) => _groups[groupIndex] = MergeLinks(_groups[groupIndex]);

    /// <summary>Looks at all members once more.</summary>
    /// <returns>For each member, whether it is still what was read.</returns>
    internal bool[] Confirm(Confirmer confirmer) => confirmer.Confirm(_members, _facts);

    /// <summary>
    /// Lets those members of a group go that are no longer what was read, and puts the others in order.
    /// </summary>
    internal void Order(int groupIndex, bool[] stands)
    {
        GroupRow group = _groups[groupIndex];
        int kept = group.First;
        for (int i = group.First; i < group.First + group.Count; i++)
        {
            if (stands[i])
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
        if (group.Count > 0)
        {
            SortMembers(group);
            group = group with { RedundantBytes = _copies.SizeOf(_members[group.First]) * (group.Count - 1) };
        }

        _groups[groupIndex] = group;
    }

    /// <summary>Drops what fell apart or was not asked for and puts groups into the order of a report.</summary>
    internal void Settle(bool isolate)
    {
        _groups.RemoveAll(group => group.Count < 2 || (isolate && !SpansRoots(group)));
        foreach (GroupRow group in _isUnique is null ? [] : _groups)
        {
            foreach (int copy in _members.AsSpan(group.First, group.Count))
            {
                _isUnique![copy] = false;
            }
        }

        _groups.Sort((left, right) =>
        {
            int byBytes = right.RedundantBytes.CompareTo(left.RedundantBytes);
            return byBytes != 0 ? byBytes : _tree.Compare(_firstNames[left.First], _firstNames[right.First]);
        });
    }

    private void SortMembers(GroupRow group)
    {
        Span<int> members = _members.AsSpan(group.First, group.Count);
        Span<PathId> names = _firstNames.AsSpan(group.First, group.Count);
        for (int i = 0; i < members.Length; i++)
        {
            names[i] = _copies.FirstInOrderOf(members[i]);
        }

        if (_facts is null)
        {
            names.Sort(members, _byPath);
            return;
        }

        int[] order = new int[members.Length];
        for (int i = 0; i < order.Length; i++)
        {
            order[i] = i;
        }

        names.Sort(order, _byPath);
        int[] oldMembers = members.ToArray();
        Span<CopyFacts> facts = _facts.AsSpan(group.First, group.Count);
        CopyFacts[] oldFacts = facts.ToArray();
        for (int i = 0; i < order.Length; i++)
        {
            members[i] = oldMembers[order[i]];
            facts[i] = oldFacts[order[i]];
        }
    }

    /// <summary>Copies in no group that could be read, where unique files were asked for; by first name.</summary>
    internal List<int> Uniques()
    {
        List<int> uniques = [];
        for (int copy = 0; _isUnique is not null && copy < _isUnique.Length; copy++)
        {
            if (_isUnique[copy] && _copies.States[copy] != CopyState.Failed)
            {
                uniques.Add(copy);
            }
        }

        uniques.Sort((left, right) => _tree.Compare(_copies.FirstInOrderOf(left), _copies.FirstInOrderOf(right)));
        return uniques;
    }

    private static (int[] Members, List<GroupRow> Groups) Concatenate(IEnumerable<GroupSink> sinks)
    {
        GroupSink[] all = [.. sinks];
        int[] members = new int[all.Sum(static sink => sink.Members.Count)];
        List<GroupRow> groups = [];
        int next = 0;
        foreach (GroupSink sink in all)
        {
            sink.Members.CopyTo(members, next);
            foreach (GroupRow group in sink.Groups)
            {
                groups.Add(group with { First = next + group.First });
            }

            next += sink.Members.Count;
        }

        return (members, groups);
    }

    // A file that is mounted over another has one name each and yet is one inode; where numbers are trusted it is
    // one copy.
    private GroupRow MergeLinks(GroupRow group)
    {
        Span<int> members = _members.AsSpan(group.First, group.Count);
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
        foreach (int copy in _members.AsSpan(group.First, group.Count))
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

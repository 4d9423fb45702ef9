using Doppel.Pooling;

namespace Doppel.Finding;

/// <content>Puts members and groups in the order of the report.</content>
internal sealed partial class GroupTable
{
    private const int TiesPerTurn = 16;

    /// <summary>
    /// Removes the members that no longer match what was read and the groups that fell apart or were not requested, and
    /// sorts the others into report order, using all threads.
    /// </summary>
    internal void Order(WorkerPool workers)
    {
        // Nothing was checked, so nothing was removed.
        if (_isOrdered && _facts is null)
        {
            return;
        }

        ForEach(workers, OrderMembers);
        DropUnwanted();
        SortGroups(workers);
    }

    private GroupRow OrderMembers(GroupRow group)
    {
        int kept = group.First;
        for (int i = group.First; i < group.First + group.Count; i++)
        {
            if (_members[i] != Dropped)
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

        return group;
    }

    private void DropUnwanted()
    {
        int kept = 0;
        foreach (GroupRow group in _groups)
        {
            if (group.Count >= 2 && _roots.IsMetBy(MembersOf(group)))
            {
                _groups[kept++] = group;
                foreach (int copy in _isUnique is null ? default : MembersOf(group))
                {
                    _isUnique![copy] = false;
                }
            }
        }

        _groups.Cut(kept);
    }

    private void SortGroups(WorkerPool workers)
    {
        int kept = _groups.Count;
        using var bytes = new NativeBuffer<long>(kept);
        for (int i = 0; i < kept; i++)
        {
            PrefetchAfter(i);
            bytes[i] = -RedundantBytesOf(_groups[i]);
        }

        bytes.Span.Sort(_groups.Span);
        var ties = new List<Range>();
        for (int first = 0; first < kept;)
        {
            int end = first + 1;
            while (end < kept && bytes[end] == bytes[first])
            {
                end++;
            }

            if (end - first > 1)
            {
                ties.Add(first..end);
            }

            first = end;
        }

        workers.Run(Job.Computing(ties.Count, TiesPerTurn, (_, first, end) =>
        {
            foreach (Range tie in ties[first..end])
            {
                SortByFirst(_groups.Span[tie]);
            }
        }));
    }

    // Most ranges are short, so the stack has room for the sort keys.
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

    // Follows each cycle of the permutation, moving into every place the element that the order names.
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
}

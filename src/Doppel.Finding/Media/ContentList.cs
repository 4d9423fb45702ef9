namespace Doppel.Finding;

/// <summary>The distinct contents of a search, each with all copies that hold it.</summary>
/// <remarks>
/// The contents form a copy table of their own, in which each entry has the names of all its copies. If one copy cannot
/// be opened, the next one is used, and problems with them do not affect the search's own results.
/// </remarks>
internal sealed class ContentList : IDisposable
{
    private readonly NativeList<int> _members = new();
    private readonly NativeList<int> _starts = new();

    /// <summary>Lists all contents, those of groups first. Call this after links have been merged.</summary>
    /// <param name="copies">The copies, including those without a duplicate.</param>
    /// <param name="groups">The groups of equal copies.</param>
    internal ContentList(CopyTable copies, GroupTable groups)
    {
        using NativeBits grouped = CopiesIn(groups, copies);
        foreach (GroupRow group in groups.Groups)
        {
            if (copies.SizeOf(groups.MemberOf(group, 0)) > 0)
            {
                _starts.Add(_members.Count);
                _members.AddRange(groups.MembersOf(group));
            }
        }

        for (int copy = 0; copy < copies.Count; copy++)
        {
            if (!grouped[copy] && copies.States[copy] != CopyState.Failed && copies.SizeOf(copy) > 0)
            {
                _starts.Add(_members.Count);
                _members.Add(copy);
            }
        }

        Table = new CopyTable(copies.Tree, _starts.Count);
        using var names = new NativeList<int>();
        for (int content = 0; content < _starts.Count; content++)
        {
            names.Clear();
            foreach (int member in MembersOf(content))
            {
                names.AddRange(copies.NamesOf(member));
            }

            if (names.Count == 1)
            {
                Table.Add(names[0]);
            }
            else
            {
                Table.Add(names.Span);
            }
        }

        Table.Complete();
    }

    /// <summary>Gets a table with one copy for each content.</summary>
    internal CopyTable Table { get; }

    public void Dispose()
    {
        _members.Dispose();
        _starts.Dispose();
        Table.Dispose();
    }

    /// <summary>Returns the search's own copies that hold a content.</summary>
    internal ReadOnlySpan<int> MembersOf(int content)
    {
        int end = content + 1 < _starts.Count ? _starts[content + 1] : _members.Count;
        return _members.Span[_starts[content]..end];
    }

    private static NativeBits CopiesIn(GroupTable groups, CopyTable copies)
    {
        var grouped = new NativeBits(copies.Count);
        foreach (GroupRow group in groups.Groups)
        {
            foreach (int member in groups.MembersOf(group))
            {
                grouped.Set(member);
                foreach (int merged in copies.MergedInto(member))
                {
                    grouped.Set(merged);
                }
            }
        }

        return grouped;
    }
}

namespace Doppel.Finding;

/// <summary>The distinct contents of a search, each with all copies that hold it.</summary>
/// <remarks>
/// The contents form a copy table of their own, in which each entry has the names of all its copies. If one copy cannot
/// be opened, the next one is used, and problems with them do not affect the search's own results.
/// </remarks>
internal sealed class ContentList : IDisposable
{
    private readonly NativeBits _grouped;
    private readonly CopyTable _copies;
    private readonly PathTree _tree;
    private readonly NativeList<int> _members = new();
    private readonly NativeList<int> _starts = new();

    /// <summary>Records the members of groups. Call this before links to the same inode are merged in them.</summary>
    internal ContentList(PathTree tree, CopyTable copies, GroupTable groups)
    {
        _tree = tree;
        _copies = copies;
        _grouped = new NativeBits(copies.Count);
        foreach (GroupRow group in groups.Groups)
        {
            foreach (int member in groups.MembersOf(group))
            {
                _grouped.Set(member);
            }
        }
    }

    /// <summary>Gets a table with one copy for each content.</summary>
    internal CopyTable Table { get; private set; } = null!;

    public void Dispose()
    {
        _grouped.Dispose();
        _members.Dispose();
        _starts.Dispose();
        Table?.Dispose();
    }

    /// <summary>Lists all contents, those of groups first. Call this after links have been merged.</summary>
    internal void Fill(GroupTable groups)
    {
        foreach (GroupRow group in groups.Groups)
        {
            if (_copies.SizeOf(groups.MemberOf(group, 0)) > 0)
            {
                _starts.Add(_members.Count);
                _members.AddRange(groups.MembersOf(group));
            }
        }

        for (int copy = 0; copy < _copies.Count; copy++)
        {
            if (!_grouped[copy] && _copies.States[copy] != CopyState.Failed && _copies.SizeOf(copy) > 0)
            {
                _starts.Add(_members.Count);
                _members.Add(copy);
            }
        }

        Table = new CopyTable(_tree, _starts.Count);
        using var names = new NativeList<int>();
        for (int content = 0; content < _starts.Count; content++)
        {
            names.Clear();
            foreach (int member in MembersOf(content))
            {
                names.AddRange(_copies.NamesOf(member));
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

    /// <summary>Returns the search's own copies that hold a content.</summary>
    internal ReadOnlySpan<int> MembersOf(int content)
    {
        int end = content + 1 < _starts.Count ? _starts[content + 1] : _members.Count;
        return _members.Span[_starts[content]..end];
    }
}

using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>The inodes that have several names, in the order of their first names.</summary>
internal sealed class HardLinkTable : IDisposable
{
    private readonly PathTree _tree;
    private readonly CopyTable _copies;
    private readonly NativeList<int> _members;
    private readonly NativeBuffer<CopyFacts> _facts;

    // Indexes of the members that passed the check, in order.
    private readonly NativeList<int> _order = new();

    private HardLinkTable(PathTree tree, CopyTable copies, NativeList<int> members)
    {
        _tree = tree;
        _copies = copies;
        _members = members;
        _facts = new NativeBuffer<CopyFacts>(members.Count);
    }

    internal int Count => _order.Count;

    /// <summary>Gets the number of names found.</summary>
    internal long NameCount { get; private set; }

    public void Dispose()
    {
        _members.Dispose();
        _facts.Dispose();
        _order.Dispose();
    }

    /// <summary>Collects the inodes with several names, if requested, and checks every name once more.</summary>
    internal static HardLinkTable Of(LinkKinds kinds, PathTree tree, CopyTable copies, SearchContext context)
    {
        var members = new NativeList<int>();
        for (int copy = 0; copy < copies.Count && (kinds & LinkKinds.Hard) != 0; copy++)
        {
            if (tree.MarkOf(copies.FirstNameOf(copy)).MayHaveMoreNames)
            {
                members.Add(copy);
            }
        }

        context.Clock.Enter(FindStage.Confirm, members.Count, 0);
        var table = new HardLinkTable(tree, copies, members);
        new FinalCheck(copies, context).Confirm(members, table._facts);
        table.Order();
        return table;
    }

    internal ReportHardLinks ToReport(int index)
    {
        int member = _order[index];
        int copy = _members[member];
        CopyFacts facts = _facts[member];
        ReportCopy report = _copies.ToReport(copy, facts);

        // A file mounted over another one is found under more names than it has links.
        long outside = Math.Max(0, (long)facts.Links - report.Names.Count);
        return new ReportHardLinks(_copies.SizeOf(copy), outside, outside > 0 ? 0 : facts.Allocated, report);
    }

    private void Order()
    {
        using var names = new NativeList<PathId>();
        for (int member = 0; member < _members.Count; member++)
        {
            // A root that is a file is assumed to be one of several names before this is known.
            int copy = _members[member];
            if (copy != FinalCheck.Dropped && _facts[member].Links > 1)
            {
                _order.Add(member);
                names.Add(_copies.FirstInOrderOf(copy));
                foreach (int name in _copies.NamesOf(copy))
                {
                    NameCount += name >= 0 ? 1 : 0;
                }
            }
        }

        new PathSorter(_tree).Sort(names.Span, _order.Span);
    }
}

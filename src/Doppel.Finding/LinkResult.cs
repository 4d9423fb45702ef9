using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>The links found by a walk.</summary>
/// <remarks>
/// The sequences are generated lazily to keep memory use low. They can be enumerated repeatedly, by one thread at a
/// time, until the result is disposed. All are in the order of <see cref="PathTree.Compare"/>.
/// </remarks>
public sealed class LinkResult : IDisposable
{
    private readonly CopyTable _copies;
    private readonly HardLinkTable _hard;
    private readonly SymbolicLinkTable _symbolic;
    private readonly GroupTable _reflinks;

    internal LinkResult(
        PathTree tree,
        CopyTable copies,
        HardLinkTable hard,
        SymbolicLinkTable symbolic,
        GroupTable reflinks,
        IReadOnlyList<ReportProblem> problems,
        LinkSummary summary)
    {
        Paths = tree;
        _copies = copies;
        _hard = hard;
        _symbolic = symbolic;
        _reflinks = reflinks;
        Problems = problems;
        Summary = summary;
    }

    /// <summary>Gets the inodes that have several names, by the first name found.</summary>
    public IEnumerable<ReportHardLinks> HardLinks => ReadAhead.Of(_hard.Count, _hard.ToReport);

    /// <summary>Gets the symbolic links, by name.</summary>
    public IEnumerable<ReportSymbolicLink> SymbolicLinks => ReadAhead.Of(_symbolic.Count, _symbolic.ToReport);

    /// <summary>Gets the sets of files that share all their extents, by the first name of each set.</summary>
    public IEnumerable<ReportReflinks> Reflinks => ReadAhead.Of(_reflinks.Groups.Count, ToReport);

    /// <summary>Gets the problems with anything that could not be listed, opened or trusted, by path.</summary>
    public IReadOnlyList<ReportProblem> Problems { get; }

    /// <summary>Gets the totals.</summary>
    public LinkSummary Summary { get; }

    /// <summary>Gets the paths that were kept.</summary>
    internal PathTree Paths { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        _hard.Dispose();
        _symbolic.Dispose();
        _reflinks.Dispose();
        _copies.Dispose();
        Paths.Dispose();
    }

    private ReportReflinks ToReport(int index)
    {
        GroupRow group = _reflinks.Groups[index];
        var copies = new ReportCopy[group.Count];
        for (int i = 0; i < copies.Length; i++)
        {
            copies[i] = _copies.ToReport(_reflinks.MemberOf(group, i), _reflinks.FactsOf(group, i));
        }

        return new ReportReflinks(_reflinks.SizeOf(group), copies);
    }
}

using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>Lists the links that join files already. It reads no content and never writes to a volume.</summary>
public static class LinkLister
{
    /// <summary>Walks the roots and returns when everything is known, or as much as was at the interruption.</summary>
    /// <param name="options">
    /// Roots, filter, threads and devices; what it says of matching does not matter. Links are never followed; the
    /// filter's sizes speak of files only.
    /// </param>
    /// <param name="kinds">What to list, at least one kind.</param>
    /// <param name="progress">Counters that another thread may watch; null if nobody does.</param>
    /// <param name="cancellation">
    /// Ends the walk early: what was found so far is returned with <see cref="LinkSummary.Complete"/> false.
    /// </param>
    /// <returns>What was found. It holds names in unmanaged memory until it is disposed.</returns>
    /// <exception cref="ArgumentException">An option is out of its range.</exception>
    public static LinkResult List(
        FindOptions options, LinkKinds kinds, FindProgress? progress, CancellationToken cancellation)
    {
        if (kinds == LinkKinds.None || (kinds & ~LinkKinds.All) != 0)
        {
            throw new ArgumentOutOfRangeException(nameof(kinds), kinds, "kinds must name at least one kind of links.");
        }

        options = options with { Links = LinkFollowing.Never, Listed = kinds, CopyFacts = true, Uniques = false };
        options.Validate();
        progress ??= new FindProgress();
        using var context = new SearchContext(options, progress, cancellation);
        var tree = new PathTree();

        context.Clock.Enter(FindStage.Scan, 0, 0);
        var scanner = new Scanner(options, tree, context);
        scanner.Run();

        context.Clock.Enter(FindStage.Group, 0, 0);
        CopyTable copies = new SizeGrouping(tree, context.Problems, (kinds & LinkKinds.Hard) != 0).Run();
        var symbolic = new SymbolicLinkTable(options, tree, context);
        symbolic.Look(scanner.TakeLinks());
        var blocks = new ReflinkSearch(options, tree, copies, context);
        GroupTable reflinks = blocks.Run();
        HardLinkTable hard = HardLinkTable.Of(kinds, tree, copies, context);

        context.Clock.Enter(FindStage.Done, 0, 0);
        return new LinkResult(tree, copies, hard, symbolic, reflinks, context.Problems.ToSorted(), new LinkSummary
        {
            Complete = !cancellation.IsCancellationRequested,
            HardLinkSets = hard.Count,
            HardLinkNames = hard.NameCount,
            SymbolicLinks = symbolic.Count,
            BrokenLinks = symbolic.CountOf(LinkState.Broken),
            LoopingLinks = symbolic.CountOf(LinkState.Loop),
            ReflinkSets = reflinks.Groups.Count,
            ReflinkedFiles = reflinks.MemberCount,
            Problems = context.Problems.Count,
            Opened = blocks.Opened,
            Seconds = context.Clock.Seconds,
            Stages = context.Clock.Stages,
        });
    }
}

using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>Lists the links that already connect files. Reads no content and never writes to a volume.</summary>
public static class LinkLister
{
    /// <summary>
    /// Walks the roots and returns the complete list of links, or what was found before it was cancelled.
    /// </summary>
    /// <param name="options">
    /// The roots, filter, threads and devices; options for matching are ignored. Links are never followed, and the
    /// filter's sizes apply to files only.
    /// </param>
    /// <param name="kinds">The kinds of links to list; at least one.</param>
    /// <param name="progress">Counters for another thread to read, or null if not needed.</param>
    /// <param name="cancellation">
    /// Cancels the walk. Everything found so far is returned, with <see cref="LinkSummary.Complete"/> set to false.
    /// </param>
    /// <returns>The result, which holds names in unmanaged memory until it is disposed.</returns>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    public static LinkResult List(
        FindOptions options, LinkKinds kinds, FindProgress? progress = null, CancellationToken cancellation = default)
    {
        if (kinds == LinkKinds.None || (kinds & ~LinkKinds.All) != 0)
        {
            throw new ArgumentOutOfRangeException(nameof(kinds), kinds, "kinds must name at least one kind of links.");
        }

        options = options with { Links = LinkFollowing.Never, LinkKinds = kinds, CopyFacts = true, Uniques = false };
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

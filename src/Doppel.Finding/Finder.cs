using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>Finds files with the same content. Never writes to a volume.</summary>
public static class Finder
{
    /// <summary>Runs a search and returns its complete result, or what was found before it was cancelled.</summary>
    /// <param name="options">What to search and how.</param>
    /// <param name="progress">Counters for another thread to read, or null if not needed.</param>
    /// <param name="cancellation">
    /// Cancels the search. Everything proved so far is returned, with <see cref="ReportSummary.Complete"/> set to
    /// false.
    /// </param>
    /// <returns>The result, which holds the index in unmanaged memory until it is disposed.</returns>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    public static FindResult Find(
        FindOptions options, FindProgress? progress = null, CancellationToken cancellation = default)
    {
        options.Validate();
        using var context = new SearchContext(options, progress ?? new FindProgress(), cancellation);
        var tree = new PathTree(options.Folders != FolderMatching.Off, keepsStamps: options.Catalog is not null);
        using var early = new EarlyMatches();

        context.Clock.Enter(FindStage.Scan, 0, 0);
        var scanner = new Scanner(options, tree, context) { DigestsOf = new DiskDigests(tree, context, early).Of };
        scanner.Run();
        ListedSearch.Run(tree, context, early);

        context.Clock.Enter(FindStage.Group, 0, 0);
        var last = new LastSearch(tree, context);
        Candidates candidates = last.Find() ?? Candidates.BySize(tree, context, early, scanner.LeftOut);
        using MediaScanners? scanners = MediaScanners.For(context);
        using CatalogFacts facts = CatalogFacts.Of(candidates, context);

        using var workers = new MatchWorkers(candidates, facts, scanners, context);
        var groups = new GroupTable(candidates, new Matcher(candidates, facts, workers, context).Run(), options);
        groups.Merge(context.WorkerPool);
        MediaTable media = MediaSearch.Run(candidates.Copies, groups, scanners, context);
        var completion = new GroupCompletion(candidates, facts, workers, context);
        completion.MapExtents(groups);

        context.Clock.Enter(FindStage.Confirm, groups.MemberCount, 0);
        var finalCheck = new FinalCheck(candidates.Copies, context, candidates.Saved, facts.UsedCopies);
        groups.Confirm(finalCheck);
        media.Confirm(finalCheck);
        FolderResult folders = FolderFinder.Run(candidates, groups, scanner.Notes, finalCheck, options);
        groups.Order(context.WorkerPool);
        UniqueTable uniques = UniqueTable.Of(groups, finalCheck, context);
        completion.AddDigests(groups);
        last.Keep(groups, candidates);

        context.Clock.Enter(FindStage.Done, 0, 0);
        return new FindResult(candidates, early, groups, uniques, folders, media, workers.Read, context);
    }
}

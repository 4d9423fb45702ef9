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
        progress ??= new FindProgress();
        using var context = new SearchContext(options, progress, cancellation);
        bool withFolders = options.Folders != FolderMatching.Off;
        var tree = new PathTree(marksFolders: withFolders, keepsStamps: options.Catalog is not null);

        context.Clock.Enter(FindStage.Scan, 0, 0);
        var onDisks = new DiskDigests(options, tree, context);
        var scanner = new Scanner(options, tree, context)
        {
            DigestsOf = options.ReadsDisksFirst ? onDisks.Of : null,
        };
        scanner.Run();

        using ListedMatches? listed = ListedSearch.Run(options, tree, context, onDisks.Matches);
        context.Clock.Enter(FindStage.Group, 0, 0);
        var sizes = new SizeGrouping(
            tree, context.Problems, options.Uniques || options.Media is not null, keepsLinked: withFolders);
        var memory = GroupMemory.For(options, tree, context);
        RecalledGroups? recalled = memory?.Recall();
        CopyTable copies = recalled?.Copies ?? sizes.Run();

        SharedExtents? shared = SharedExtents.For(tree, copies, options.Proof, listed?.Extents);
        using MediaScanners? scanners = options.Media is { } policy ? new MediaScanners(policy, context) : null;
        var saved = SavedCopies.For(tree, copies, listed);
        saved?.LoadDigests(context);
        using KnownContents? known = recalled is null
            ? KnownContents.For(options, tree, copies, context, saved)
            : KnownContents.OfRecalled(options, tree, copies, context);
        using var matcher = new Matcher(options, tree, copies, context, shared, scanners, known, saved);
        if (recalled is null)
        {
            matcher.Run();
        }

        var groups = new GroupTable(tree, copies, shared, recalled?.Sinks ?? matcher.Sinks, options, saved);
        using NativeBits? grouped = scanners is null ? null : ContentList.CopiesIn(groups, copies);
        var finalCheck = new FinalCheck(tree, copies, context, saved, known?.UsedCopies);
        if (recalled is null)
        {
            ForEachGroup(groups, context, groups.Merge);
        }

        using MediaSearch? media = scanners is null || grouped is null
            ? null
            : new MediaSearch(options, tree, copies, groups, grouped, scanners, context);
        MediaTable? twins = media?.Run();
        matcher.MapKnown(groups);
        context.Clock.Enter(FindStage.Confirm, groups.MemberCount, 0);
        groups.Confirm(finalCheck);
        twins?.Confirm(finalCheck);
        FolderResult folders = withFolders
            ? FindFolders(options, tree, copies, groups, scanner.Notes, sizes, finalCheck)
            : FolderResult.None;
        if (recalled is null || options.CopyFacts)
        {
            ForEachGroup(groups, context, groups.Order);
            groups.Settle(context.WorkerPool);
        }

        UniqueTable uniques = cancellation.IsCancellationRequested
            ? UniqueTable.Empty
            : UniqueTable.Confirm(groups.Uniques(), options.CopyFacts, finalCheck);
        if (options.Digests)
        {
            matcher.FillDigests(groups);
        }

        memory?.Keep(groups, copies, sizes);
        context.Clock.Enter(FindStage.Done, 0, 0);
        var summary = new ReportSummary
        {
            Complete = !cancellation.IsCancellationRequested,
            Files = (recalled?.Files ?? sizes.Files) + scanner.LeftOut,
            Groups = groups.Groups.Count,
            RedundantFiles = groups.RedundantFiles,
            RedundantBytes = groups.RedundantBytes,
            FreedBytes = groups.FreedBytes,
            Unique = uniques.Count,
            Folders = withFolders ? folders.ToTotals(options.References) : null,
            Media = twins?.Totals,
            Problems = context.Problems.Count,
            Known = (recalled?.Known ?? known?.Used ?? 0) + (listed?.Known ?? 0),
            Opened = matcher.Opened + (media?.Opened ?? 0) + (listed?.Opened ?? 0),
            BytesRead = matcher.BytesRead + (media?.BytesRead ?? 0) + (listed?.BytesRead ?? 0),
            Seconds = context.Clock.Seconds,
            Stages = context.Clock.Stages,
        };
        return new FindResult(
            tree, copies, groups, uniques, folders, twins, context.Problems.ToSorted(), summary)
        {
            Undecided = saved?.Undecided ?? 0,
            Unanswered = listed?.Unanswered ?? 0,
            Unproven = listed?.Unproven ?? 0,
            Incomparable = listed?.Incomparable ?? 0,
            IncomparableBytes = listed?.IncomparableBytes ?? 0,
        };
    }

    private static FolderResult FindFolders(
        FindOptions options, PathTree tree, CopyTable copies, GroupTable groups, FolderNotes[] notes,
        SizeGrouping sizes, FinalCheck finalCheck)
    {
        using var finder = new FolderFinder(tree, copies, groups, options, notes, sizes.Repeated);
        FolderResult folders = finder.Run(finalCheck);
        foreach (FolderNotes note in notes)
        {
            note.Dispose();
        }

        return folders;
    }

    private static void ForEachGroup(GroupTable groups, SearchContext context, Action<int> work)
    {
        const int GroupsPerTurn = 64;
        context.WorkerPool.Run(Job.Computing(groups.Groups.Count, GroupsPerTurn, (_, first, end) =>
        {
            for (int i = first; i < end; i++)
            {
                work(i);
            }
        }));
    }
}

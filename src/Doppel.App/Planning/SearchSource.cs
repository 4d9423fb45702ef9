using Doppel.Acting;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.App;

/// <summary>Searches folders for what to plan, as <c>doppel find</c> does.</summary>
internal sealed class SearchSource : PlanSource
{
    private readonly OpenRoots _roots;
    private readonly FindResult _result;
    private readonly CancellationToken _stop;
    private readonly IEnumerator<Func<Planner, PlanOutcome>> _items;

    /// <summary>Searches.</summary>
    /// <exception cref="UsageException">A root cannot be searched, or an option has no effect.</exception>
    internal SearchSource(
        AppEnvironment environment, SearchRequest request, SearchJob search, BucketClients clients,
        CancellationToken stop)
    {
        RefuseOpenSide(request);
        _roots = search.Open(clients);
        Begin = ReportStart.Of(environment, _roots.Resolved);
        _stop = stop;
        _result = search.Find(OptionsOf(request, _roots.Resolved), stop);
        RuleCheck.RefuseUnseenFolders(_result, request);
        _items = Items(request.Keeping.EmptyFolders).GetEnumerator();
    }

    internal override ReportBegin? Begin { get; }

    internal override IReadOnlyList<ReportProblem> Problems => _roots.Buckets.WithProblems(_result.Problems);

    internal override IEnumerable<Notice> Notices =>
    [
        .. _result.Summary.Complete ? [] : (Notice[])
        [
            new(NoticeKind.Incomplete, "the search is incomplete: only the groups found so far are planned"),
        ],
        .. new SearchNotices(_result, _roots, BucketPrices.Default).All,
    ];

    public override void Dispose()
    {
        _items.Dispose();
        _result.Dispose();
        _roots.Dispose();
    }

    internal override IReadOnlyList<FindRoot> RootsOf(PlanOptions options) =>
        _roots.Resolved.Roots.FindAll(static root => root.Volume is not SavedVolume);

    internal override PlanOutcome? PlanNext(Planner planner)
    {
        while (_items.MoveNext())
        {
            if (_items.Current(planner) is { IsSuperseded: false } outcome)
            {
                return outcome;
            }
        }

        return null;
    }

    internal override void RefuseUnmatched(Planner planner, PlanOptions options)
    {
        // Files were seen in every protected folder, so one without a name in a group is no mistake.
        if (!_stop.IsCancellationRequested)
        {
            RuleCheck.RefuseUnmatchedPatterns(planner, options.Roots);
        }
    }

    internal override bool IsAnyUnmatched(Planner planner) => planner.UnmatchedPatterns.Count > 0;

    /// <summary>Returns the engine's options for a search whose result is planned.</summary>
    internal static FindOptions OptionsOf(SearchRequest request, ResolvedRoots roots) =>
        request.ToFindOptions(roots) with { CopyFacts = true };

    // Nobody should lose a backup because a rule preferred the copies on the disk.
    private static void RefuseOpenSide(SearchRequest request)
    {
        bool areFiles = !request.Roots.All(SavedRoots.IsNamedBy);
        if (areFiles && request.References.Count + request.SavedReferences.Count == 0
            && request.Roots.FirstOrDefault(S3Location.Is) is { } bucket)
        {
            string other = request.Roots.First(static root => !S3Location.Is(root));
            throw new UsageException(
                $"{Quote.Text(bucket)} is a bucket and {Quote.Text(other)} is not: which copies stay?",
                "write --reference before the one whose copies stay");
        }
    }

    // Folders come first, because files in a folder that is removed are not planned again, and media groups come before
    // groups, because they take precedence for names that are in both.
    private IEnumerable<Func<Planner, PlanOutcome>> Items(bool withEmpty)
    {
        foreach (Func<Planner, PlanOutcome> plan in FolderOrder.Of(
            [.. _result.FolderGroups], [.. _result.ContainedFolders]))
        {
            yield return plan;
        }

        if (withEmpty)
        {
            foreach (ReportFolder empty in _result.EmptyFolders)
            {
                yield return planner => planner.PlanEmpty(empty);
            }
        }

        foreach (ReportMediaGroup group in _result.MediaGroups)
        {
            yield return planner => planner.Plan(group);
        }

        foreach (ReportGroup group in _result.Groups)
        {
            yield return planner => planner.Plan(group);
        }
    }
}

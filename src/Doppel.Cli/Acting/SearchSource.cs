using Doppel.Acting;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Searches folders for what to plan, as <c>doppel find</c> does.</summary>
internal sealed class SearchSource : PlanSource
{
    private readonly OpenRoots _roots;
    private readonly IPlanningSettings _settings;
    private readonly FindResult _result;
    private readonly CancellationToken _stop;
    private readonly IEnumerator<Func<Planner, PlanOutcome>> _items;

    /// <summary>Searches.</summary>
    /// <exception cref="UsageException">A root cannot be searched, or an option has no effect.</exception>
    internal SearchSource(
        CommandHost host, IPlanningSettings settings, SearchRunner runner, BucketClients clients,
        IReadOnlyList<string> operands, CancellationToken stop)
    {
        IReadOnlyList<string> references = settings.SavedReferences ?? [];
        RefuseOpenSide(operands, settings.References.Count, references);
        _settings = settings;
        var request = new RootsRequest
        {
            Typed = operands,
            References = settings.References,
            SavedReferences = references,
            Guarded = settings.Keeping.Never,
            Check = root =>
            {
                if (!S3Location.Is(root))
                {
                    throw SavedRoots.Refused(root);
                }

                settings.Groups.RefuseSaved(root, settings.Media);
            },
            Budget = new BucketBudget(settings.HeadsMax, settings.DownloadMax) { Trust = settings.Trust },
        };
        _roots = runner.Open(request, clients);
        settings.Groups.RefuseOneRoot(_roots.Resolved);
        Begin = ReportStart.Of(host, _roots.Resolved);
        _stop = stop;
        _result = runner.Find(OptionsOf(settings, _roots.Resolved), settings.Catalog, stop);
        RuleCheck.RefuseUnseenFolders(_result, settings);
        _items = Items(settings.Keeping.EmptyFolders).GetEnumerator();
    }

    internal override ReportBegin? Begin { get; }

    internal override IReadOnlyList<ReportProblem> Problems => _roots.Buckets.WithProblems(_result.Problems);

    internal override IEnumerable<string> Warnings =>
        SearchWarnings.Describe(_result, BucketPrices.Default, _roots);

    internal override string? LeftOut =>
        _result.Summary.Complete ? null : "the search is incomplete: only the groups found so far are planned";

    /// <summary>Validates settings that only matter for a search.</summary>
    /// <exception cref="UsageException">They contradict each other.</exception>
    internal static void Validate(IPlanningSettings settings)
    {
        settings.Filter.Validate();
        if (settings.Media.IsOn && settings.Groups.Folders)
        {
            throw new UsageException("--media cannot be used with --folders", "run the command twice");
        }
    }

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
    internal static FindOptions OptionsOf(IPlanningSettings settings, ResolvedRoots roots) =>
        SearchRunner.OptionsOf(settings, roots.Roots) with
        {
            References = roots.References,
            Isolate = settings.Groups.Isolate,
            Folders = settings.Groups.Folders ? settings.Groups.FoldersBy : FolderMatching.Off,
            Media = settings.Media.IsOn ? settings.Media.Policy : null,
            Proof = settings.Groups.Exact ? ProofDemand.Bytes : ProofDemand.Standard,
            CopyFacts = true,
            Trust = settings.Trust,
        };

    // Nobody should lose a backup because a rule preferred the copies on the disk.
    private static void RefuseOpenSide(
        IReadOnlyList<string> operands, int foldersStaying, IReadOnlyList<string> references)
    {
        bool areFiles = !operands.All(SavedRoots.IsNamedBy);
        if (areFiles && foldersStaying + references.Count == 0 && operands.FirstOrDefault(S3Location.Is) is { } bucket)
        {
            throw new UsageException(
                $"{Quote.Text(bucket)} is a bucket and {Quote.Text(operands.First(root => !S3Location.Is(root)))} is "
                    + "not: which copies stay?",
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

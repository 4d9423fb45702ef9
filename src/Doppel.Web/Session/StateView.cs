using Doppel.Acting;
using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>The state of a session without its groups.</summary>
internal sealed record StateView
{
    public required long Version { get; init; }

    public required string Title { get; init; }

    public required string Root { get; init; }

    public required bool IsReport { get; init; }

    /// <summary>Gets whether a file can be shown in the file manager of the desktop.</summary>
    public required bool CanShow { get; init; }

    /// <summary>Gets what is searched; null for a report.</summary>
    public required FiltersView? Filters { get; init; }

    public required ActivityView? Activity { get; init; }

    public required FoundView? Found { get; init; }

    public required RulesView Rules { get; init; }

    public required PlanView Plan { get; init; }

    public required IReadOnlyList<ReasonView> Reasons { get; init; }

    public required string? UndoChoice { get; init; }

    /// <summary>Gets the run after which nothing was chosen; null if there is none.</summary>
    public required RunStepView? UndoRun { get; init; }

    public required string? RedoChoice { get; init; }

    public required ProposalView? Proposal { get; init; }

    public required RunView? LastRun { get; init; }

    public required IReadOnlyList<string> Unfinished { get; init; }

    public required IReadOnlyList<string> Notes { get; init; }

    /// <summary>Gets whether the choices are those of an earlier review, and nothing was chosen since.</summary>
    public required bool IsRestored { get; init; }

    public required string? Failure { get; init; }
}

/// <summary>What is searched. Sizes are written as on the command line; empty for the default.</summary>
internal sealed record FiltersView(
    IReadOnlyList<RootView> Roots, string MinSize, string MaxSize, IReadOnlyList<string> Include,
    IReadOnlyList<string> Exclude, bool Media)
{
    internal static FiltersView Of(SearchFilters filters, IReadOnlyList<string> roots) => new(
        [.. roots.Select((name, root) => new RootView(name, filters.Roots.Contains(root)))], filters.MinSize,
        filters.MaxSize, filters.Include, filters.Exclude, filters.Media);
}

/// <summary>A root that can be left out.</summary>
internal sealed record RootView(string Name, bool IsSearched);

/// <summary>Work in progress. The action is that of a run that is carried out.</summary>
internal sealed record ActivityView(
    ActivityKind Kind, PageAction? Action, string Stage, long Done, long Total, long BytesDone, long BytesTotal,
    long FilesSeen, bool IsStopping)
{
    internal static ActivityView Of(Activity activity)
    {
        (long done, long total) = activity.Items;
        (long bytesDone, long bytesTotal) = activity.Bytes;
        FindStage stage = activity.Kind == ActivityKind.Search ? activity.Find.Stage : FindStage.Done;
        return new ActivityView(
            activity.Kind, Words.Of(activity.Action), Words.Of(stage), done, total, bytesDone, bytesTotal,
            activity.Find.FilesSeen, activity.Stop.IsCancellationRequested);
    }
}

/// <summary>A name with what there is to say about it.</summary>
internal sealed record ProblemView(string Name, string Reason);

/// <summary>The rules that were chosen on the page, and those of the command line, which are fixed.</summary>
internal sealed record RulesView(
    IReadOnlyList<KeepRule> Prefer, IReadOnlyList<string> Always, IReadOnlyList<string> Clear,
    IReadOnlyList<string> Fixed)
{
    internal static RulesView Of(RuleChoice rules, KeepRules basis) => new(
        rules.Prefer, [.. rules.Always.Select(ShownText.Of)],
        [.. rules.Clear.Select(ShownText.Of)],
        [
            .. basis.Protected.Select(static one =>
                (one.IsReference ? "reference: " : "never: ") + ShownText.Of(one.Path)),
            .. basis.Patterns.Select(static one =>
                (one.Effect == PatternEffect.Keep ? "keep: " : "drop: ") + ShownText.Of(new ReportName(one.Text))),
            .. basis.Copies > 1 ? (string[])[$"copies: {basis.Copies}"] : [],
            .. basis.PerFolder ? (string[])["per folder"] : [],
        ]);
}

/// <summary>The totals of what is planned for files and folders.</summary>
internal sealed record PlanView(
    long Groups, long Folders, long Files, long Names, long FreedBytes, long Skipped, int ByHand);

/// <summary>The plan that can be confirmed by its id.</summary>
internal sealed record ProposalView(string Id, IReadOnlyList<OfferView> Actions)
{
    internal static ProposalView Of(Proposal proposal) =>
        new(proposal.Id, [.. proposal.Offers.Select(OfferView.Of)]);
}

/// <summary>What an action would do with the plan. With a reason why not, it is impossible.</summary>
internal sealed record OfferView(
    PageAction Action, long Groups, long Folders, long Files, long Names, long FreedBytes, long HeldFiles,
    long DanglingLinks, long LosingFiles, long Skipped, IReadOnlyList<string> Warnings, string? WhyNot)
{
    internal static OfferView Of(ActionOffer offer) => new(
        Words.Of(offer.Action)!.Value, offer.Summary.Groups, offer.Summary.Folders, offer.Summary.Files,
        offer.Summary.Names, offer.FreedBytes, offer.HeldFiles,
        offer.Action.RemovesNames() ? offer.Summary.DanglingLinks : 0, offer.Summary.LosingFiles,
        offer.Summary.Refusals, offer.Warnings, offer.WhyNot);
}

/// <summary>A run that Ctrl+Z undoes.</summary>
internal sealed record RunStepView(string Run, PageAction Action, long Files)
{
    internal static RunStepView Of(ActedRun run) => new(run.Id, Words.Of(run.Action)!.Value, run.Files);
}

/// <summary>A run. The action is null for an undo, and if the run failed before it was known.</summary>
internal sealed record RunView(
    ActivityKind Kind, PageAction? Action, string Id, long Done, long FreedBytes, long ProblemCount, long Left,
    bool CanUndo, bool IsUndone, bool IsClosed, string? Failure, IReadOnlyList<ProblemView> Problems)
{
    internal static RunView Of(RunReport run) => new(
        run.Kind, Words.Of(run.Action), run.Id, run.Done, run.FreedBytes, run.Problems, run.Left,
        run.Kind != ActivityKind.Undo && run.Id.Length > 0 && run.Action != ActionKind.Reflink && run.HasChanged,
        run.IsUndone, run.IsClosed, run.Failure,
        [.. run.Examples.Select(static one => new ProblemView(one.Name, one.Reason))]);
}

using Doppel.Acting;
using Doppel.Catalog;
using Doppel.Cli;
using Doppel.Volumes;

namespace Doppel.Web;

/// <content>Acts on plans, reverses runs and finishes interrupted ones.</content>
internal sealed partial class UiEngine
{
    private const string DifferentTags =
        "media in a group differ in their tags, and only identical files can share blocks";

    /// <summary>Gets the actions that can be chosen, the safest first.</summary>
    internal static IReadOnlyList<ActionKind> Actions { get; } =
        [ActionKind.Trash, ActionKind.HardLink, ActionKind.Reflink, ActionKind.SymbolicLink, ActionKind.Delete];

    /// <summary>Returns what each action would do with a plan.</summary>
    /// <param name="groups">The groups of the plan.</param>
    /// <param name="rules">The rules that it was made by.</param>
    /// <param name="skipped">The number of names that it leaves alone.</param>
    internal IReadOnlyList<ActionOffer> Offers(IReadOnlyList<PlanGroup> groups, KeepRules rules, long skipped)
    {
        PlanGroup[] identical = [.. groups.Where(static group => group.Media is null)];
        PlanSummary all = SummaryOf(groups, skipped);
        PlanSummary ofIdentical = identical.Length == groups.Count ? all : SummaryOf(identical, skipped);
        using var mounts = new ActedMounts(Volume);
        foreach (PlanGroup group in groups)
        {
            mounts.Add(group);
        }

        return
        [
            .. Actions.Select(action => action == ActionKind.Reflink
                ? OfferOf(action, identical, ofIdentical, rules, mounts.All, left: groups.Count - identical.Length)
                : OfferOf(action, groups, all, rules, mounts.All, left: 0)),
        ];
    }

    /// <summary>Carries out a plan.</summary>
    /// <returns>The id of the run.</returns>
    /// <exception cref="UsageException">The journal cannot be written, or another run is in progress.</exception>
    internal string Act(
        ActionOffer offer, KeepRules rules, ActProgress progress, Action<ActResult> onResult,
        CancellationToken stop) => WithJournals((journals, catalog) =>
    {
        ActOptions options = OptionsOf(offer.Action, rules) with { Catalog = catalog };
        using var run = new ActRun(Volume, journals, options, onResult, progress);
        run.Run(offer.Groups, stop);
        return run.Id;
    });

    /// <summary>Reverses a run.</summary>
    /// <returns>Whether every name that could be restored was restored.</returns>
    /// <exception cref="UsageException">The run does not exist, or the journal cannot be written.</exception>
    internal bool Undo(string id, ActProgress progress, Action<ActResult> onResult, CancellationToken stop) =>
        WithJournals((journals, catalog) =>
        {
            using JournalReader record = journals.Read(id);
            var options = new UndoOptions
            {
                Version = ProgramVersion.Text,
                Command = ActCommand.ArgumentsOf(_host),
                Time = _host.Clock,
                Catalog = catalog,
                Buckets = _clients.Of,
            };
            using var run = new UndoRun(Volume, journals, record, options, onResult, progress);
            return run.Run(stop);
        });

    /// <summary>Finishes an interrupted run.</summary>
    /// <returns>What the run does.</returns>
    /// <exception cref="UsageException">The run does not exist, or the journal cannot be written.</exception>
    internal ActionKind Resume(
        string id, ActProgress progress, Action<ActResult> onResult, CancellationToken stop) =>
        WithJournals((journals, catalog) =>
        {
            using ActRun run = ActRun.Continue(
                Volume, journals, id, ProgramVersion.Text, _host.Clock, onResult, progress, catalog, _clients.Of);
            run.Resume(stop);
            return run.Action;
        });

    /// <summary>Returns the ids of interrupted runs; none if journals cannot be read now.</summary>
    internal IReadOnlyList<string> Unfinished()
    {
        if (UserFolders.JournalOf(_host.Environment) is not { } path || Volume.Stat(
            FolderHandle.None, path, LinkPolicy.Follow, FactFields.None, out _).Failed)
        {
            return [];
        }

        try
        {
            using JournalFolder journals = ActCommand.OpenJournals(_host);
            return [.. journals.Unfinished()];
        }
        catch (UsageException)
        {
            // Another run holds the journals. Acting reports it.
            return [];
        }
    }

    private ActionOffer OfferOf(
        ActionKind action, IReadOnlyList<PlanGroup> groups, PlanSummary summary, KeepRules rules,
        IReadOnlyList<ActedMount> mounts, int left)
    {
        var found = new ActObstacles(Volume, OptionsOf(action, rules));
        foreach (PlanGroup group in groups)
        {
            found.Add(group);
        }

        IReadOnlyList<ActObstacle> obstacles = found.All;
        string[] impossible =
        [
            .. left > 0 && groups.Count == 0 ? [DifferentTags] : (string[])[],
            .. summary.Names > 0 && obstacles.Sum(static one => one.Names) == summary.Names
                ? obstacles.Select(one => ActionText.Impossible(action, one)) : [],
        ];
        bool shares = action == ActionKind.Reflink;
        IEnumerable<PlanCopy> going = groups.SelectMany(static group => group.Drop);
        return new ActionOffer(
            action, groups, summary,
            shares ? going.Sum(static copy => copy.UnsharedBytes) : summary.FreedBytes,
            shares ? going.LongCount(static copy => copy.SharesBlocks) : summary.HeldFiles,
            [
                .. left > 0 ? [$"{PlanTotals.Count(left, "group")} skipped: {DifferentTags}"] : (string[])[],
                .. obstacles.Select(one => ActionText.Skipped(action, one)),
                .. PlanTotals.Weaknesses(mounts, action),
            ],
            impossible.Length > 0 ? string.Join("; ", impossible) : null);
    }

    private static PlanSummary SummaryOf(IReadOnlyList<PlanGroup> groups, long skipped) => groups.Aggregate(
        new PlanSummary { Refusals = skipped }, static (sum, group) => sum.Add(group));

    private T WithJournals<T>(Func<JournalFolder, ContentCatalog?, T> work) => ActCommand.Guard(() =>
    {
        using JournalFolder journals = ActCommand.OpenJournals(_host);
        using ContentCatalog? catalog = _settings.Catalog.Open(_host);
        return work(journals, catalog);
    });

    private ActOptions OptionsOf(ActionKind action, KeepRules rules) => new()
    {
        Action = action,
        Version = ProgramVersion.Text,
        Command = ActCommand.ArgumentsOf(_host),
        Roots = [.. RootsOnDisks.Select(Basis.ToAbsolute)],
        ProtectedFolders = [.. rules.Protected.Select(static folder => folder.Path)],
        HomeTrash = UserFolders.TrashOf(_host.Environment),
        Time = _host.Clock,
    };
}

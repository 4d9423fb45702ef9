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
    /// <param name="folders">The folders of the plan.</param>
    /// <param name="rules">The rules that it was made by.</param>
    /// <param name="skipped">The number of names that it leaves alone.</param>
    internal IReadOnlyList<ActionOffer> Offers(
        IReadOnlyList<PlanGroup> groups, IReadOnlyList<PlanFolder> folders, KeepRules rules, long skipped)
    {
        PlanGroup[] identical = [.. groups.Where(static group => group.Media is null)];
        PlanSummary ofFolders = folders.Aggregate(
            new PlanSummary { Refusals = skipped }, static (sum, folder) => sum.Add(folder));
        using var mounts = new ActedMounts(Volume);
        foreach (PlanFolder folder in folders)
        {
            mounts.Add(folder);
        }

        foreach (PlanGroup group in groups)
        {
            mounts.Add(group);
        }

        return
        [
            .. Actions.Select(action => action == ActionKind.Reflink
                ? OfferOf(action, identical, folders, ofFolders, rules, mounts.All, groups.Count - identical.Length)
                : OfferOf(action, groups, folders, ofFolders, rules, mounts.All, left: 0)),
        ];
    }

    /// <summary>Carries out a plan.</summary>
    /// <returns>The id of the run.</returns>
    /// <exception cref="UsageException">The journal cannot be written, or another run is in progress.</exception>
    internal string Act(
        ActionOffer offer, IReadOnlyList<PlanFolder> folders, KeepRules rules, ActProgress progress,
        Action<ActResult> onResult, CancellationToken stop) => WithJournals((journals, catalog) =>
    {
        ActOptions options = OptionsOf(offer.Action, rules) with { Catalog = catalog };
        using var run = new ActRun(Volume, journals, options, onResult, progress);
        run.Run(folders, offer.Groups, stop);
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
        ActionKind action, IReadOnlyList<PlanGroup> groups, IReadOnlyList<PlanFolder> folders, PlanSummary ofFolders,
        KeepRules rules, IReadOnlyList<ActedMount> mounts, int left)
    {
        PlanSummary summary = groups.Aggregate(ofFolders, static (sum, group) => sum.Add(group));
        var found = new ActObstacles(Volume, OptionsOf(action, rules));
        foreach (PlanFolder folder in folders)
        {
            found.Add(folder);
        }

        foreach (PlanGroup group in groups)
        {
            found.Add(group);
        }

        IReadOnlyList<ActObstacle> obstacles = found.All;
        string[] impossible =
        [
            .. left > 0 && groups.Count == 0 && summary.Folders == 0 ? [DifferentTags] : (string[])[],
            .. summary.Names > 0 && obstacles.Sum(static one => one.Names) == summary.Names
                ? obstacles.Select(one => ActionText.Impossible(action, one)) : [],
        ];
        bool shares = action == ActionKind.Reflink;
        PlanCopy[] going = [.. shares ? groups.SelectMany(static group => group.Drop) : []];
        return new ActionOffer(
            action, groups, summary,
            shares ? ofFolders.FreedBytes + going.Sum(static copy => copy.UnsharedBytes) : summary.FreedBytes,
            shares ? ofFolders.HeldFiles + going.LongCount(static copy => copy.SharesBlocks) : summary.HeldFiles,
            [
                .. left > 0 ? [$"{PlanTotals.Count(left, "group")} skipped: {DifferentTags}"] : (string[])[],
                .. obstacles.Select(one => ActionText.Skipped(action, one)),
                .. PlanTotals.Weaknesses(mounts, action),
            ],
            impossible.Length > 0 ? string.Join("; ", impossible) : null);
    }

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
        ProtectedFolders = [.. rules.Protected.Select(static folder => folder.RealPath)],
        HomeTrash = UserFolders.TrashOf(_host.Environment),
        Time = _host.Clock,
    };
}

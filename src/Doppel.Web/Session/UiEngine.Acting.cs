using Doppel.Acting;

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
        Action<ActResult> onResult, CancellationToken stop) =>
        new ActJob(_environment, _request.Catalog, OptionsOf(offer.Action, rules)).Run(
            folders, offer.Groups, progress, onResult, stop).Id;

    /// <summary>Reverses a run.</summary>
    /// <returns>Whether every name that could be restored was restored.</returns>
    /// <exception cref="UsageException">The run does not exist, or the journal cannot be written.</exception>
    internal bool Undo(string id, ActProgress progress, Action<ActResult> onResult, CancellationToken stop)
    {
        using JournalFolder journals = Journals.Open(_environment);
        using JournalReader record = Journals.Guard(() => journals.Read(id));
        return new UndoJob(_environment, _request.Catalog, _clients, journals, record).Run(progress, onResult, stop);
    }

    /// <summary>Finishes an interrupted run.</summary>
    /// <returns>What the run does.</returns>
    /// <exception cref="UsageException">The run does not exist, or the journal cannot be written.</exception>
    internal ActionKind Resume(
        string id, ActProgress progress, Action<ActResult> onResult, CancellationToken stop)
    {
        using JournalFolder journals = Journals.Open(_environment);
        return new ResumeJob(_environment, _request.Catalog, _clients, journals, id).Run(progress, onResult, stop);
    }

    /// <summary>Returns the ids of interrupted runs; none if journals cannot be read now.</summary>
    internal IReadOnlyList<string> Unfinished()
    {
        try
        {
            if (!Journals.AreAny(_environment))
            {
                return [];
            }

            // A run that is acting looks interrupted.
            using JournalFolder journals = Journals.OpenForReading(_environment);
            return journals.IsOtherActing ? [] : [.. journals.Unfinished()];
        }
        catch (UsageException)
        {
            // The journals cannot be used. Acting reports it.
            return [];
        }
    }

    private ActionOffer OfferOf(
        ActionKind action, IReadOnlyList<PlanGroup> groups, IReadOnlyList<PlanFolder> folders, PlanSummary ofFolders,
        KeepRules rules, IReadOnlyList<ActedMount> mounts, int left)
    {
        // A companion whose file keeps its name stays.
        groups = action.RemovesNames() ? groups : [.. groups.Where(static group => !group.IsOfCompanions)];
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
                .. left > 0 ? [$"{Count.Of(left, "group")} skipped: {DifferentTags}"] : (string[])[],
                .. obstacles.Select(one => ActionText.Skipped(action, one)),
                .. PlanTotals.Weaknesses(mounts, action),
            ],
            impossible.Length > 0 ? string.Join("; ", impossible) : null);
    }

    private ActOptions OptionsOf(ActionKind action, KeepRules rules) =>
        ActJob.OptionsOf(_environment, action, [.. RootsOnDisks.Select(Basis.ToAbsolute)], rules);
}

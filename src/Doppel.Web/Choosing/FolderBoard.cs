using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>
/// Keeps what is planned for each folder of the groups of folders, as the planner of <c>doppel trash</c> decides it.
/// </summary>
/// <param name="groups">The groups. The names of their folders are absolute.</param>
/// <remarks>One thread at a time may change it.</remarks>
internal sealed class FolderBoard(IReadOnlyList<FolderGroup> groups)
{
    private static readonly FolderPlan s_unplanned = new([], new Dictionary<ReportName, (CopyMark, string)>(), "");

    private readonly Dictionary<ReportName, (ActionKind Action, long Files)> _gone = [];
    internal IReadOnlyList<FolderGroup> Groups => groups;

    /// <summary>Gets the plans of all groups; none before the first ones.</summary>
    internal IReadOnlyList<FolderPlan> Plans { get; private set; } = [];

    /// <summary>Gets the folders that go.</summary>
    internal IReadOnlyList<PlanFolder> Going { get; private set; } = [];

    /// <summary>Gets the files that go although their folders stay.</summary>
    internal IReadOnlyList<PlanGroup> GoingFiles { get; private set; } = [];

    /// <summary>Gets the indexes of the groups in the order in which to plan them.</summary>
    internal IReadOnlyList<int> Order { get; } = FolderOrder.Of(
        [.. groups.Select(static group => group.Content.Entries)],
        [.. groups.Select(static group => group.Match is null)]);

    /// <summary>Gets the totals of the folders that go.</summary>
    internal PlanSummary Totals { get; private set; } = new();

    /// <summary>Gets the groups of which at least two folders are left.</summary>
    internal IEnumerable<int> Left => Enumerable.Range(0, groups.Count).Where(
        group => groups[group].Folders.Count(folder => !_gone.ContainsKey(folder.Name)) > 1);

    /// <summary>Returns what is planned for a folder of a group, and why if it is left alone.</summary>
    internal (CopyMark Mark, string Why) MarkOf(int group, int folder)
    {
        ReportName name = groups[group].Folders[folder].Name;
        return _gone.ContainsKey(name) ? (CopyMark.Gone, "") : PlanOf(group).MarkOf(name);
    }

    /// <summary>Returns what a run has done with a folder; null if nothing.</summary>
    internal ActionKind? GoneBy(ReportName folder) =>
        _gone.TryGetValue(folder, out (ActionKind Action, long) gone) ? gone.Action : null;

    /// <summary>Returns the number of files in the folders that are gone.</summary>
    /// <param name="action">What was done with them; null for anything.</param>
    internal long GoneFiles(ActionKind? action) =>
        _gone.Values.Where(gone => action is null || gone.Action == action).Sum(static gone => gone.Files);

    /// <summary>Returns whether a file is in a folder that is gone.</summary>
    internal bool IsInGone(ReportName file)
    {
        while (_gone.Count > 0 && !file.IsEmpty && !_gone.ContainsKey(file))
        {
            file = Above(file);
        }

        return _gone.Count > 0 && !file.IsEmpty;
    }

    /// <summary>Returns the rules that decided about a group, or an empty text.</summary>
    internal string ReasonOf(int group) => PlanOf(group).Reason;

    /// <summary>Plans a group and reads its folders. The board stays as it is.</summary>
    /// <param name="group">The index of the group.</param>
    /// <param name="planner">The planner with the rules, which has planned the groups before this one.</param>
    /// <param name="stay">The indexes of the folders that stay by hand; null if rules decide.</param>
    internal FolderPlan Plan(int group, Planner planner, IReadOnlyList<int>? stay)
    {
        FolderGroup one = groups[group];
        bool IsThere(ReportFolder folder) => !_gone.ContainsKey(folder.Name);
        if (one.Folders.Count(IsThere) < 2)
        {
            return s_unplanned;
        }

        if (one.Match is null)
        {
            if (stay is not null && stay.Contains(0) && stay.Contains(1))
            {
                return s_unplanned with { Reason = PlanBoard.ByHand };
            }

            ReportContainedFolder contained = one.ToContained();
            return FolderPlan.OfContained(one.Folders[0].Name, stay is null
                ? planner.Plan(contained)
                : planner.Plan(contained, [.. stay.Select(index => one.Folders[index].Name)], PlanBoard.ByHand));
        }

        ReportFolderGroup left = one.ToReport(IsThere);
        return FolderPlan.Of(stay is null
            ? planner.Plan(left)
            : planner.Plan(left, [.. stay.Select(index => one.Folders[index].Name)], PlanBoard.ByHand));
    }

    /// <summary>Replaces the plans of all groups.</summary>
    internal void Show(IReadOnlyList<FolderPlan> plans)
    {
        Plans = plans;
        Going = [.. plans.SelectMany(static plan => plan.Going)];
        GoingFiles = [.. plans.SelectMany(static plan => plan.Files)];
        Totals = Going.Aggregate(new PlanSummary(), static (sum, folder) => sum.Add(folder));
        Totals = GoingFiles.Aggregate(Totals, static (sum, group) => sum.Add(group));
    }

    /// <summary>Records that a run has acted on everything in a folder.</summary>
    internal void SetGone(PlanFolder folder, ActionKind action) => _gone[folder.Name] = (action, folder.Files);

    /// <summary>Records that files are back, and thus the folders that they are in.</summary>
    internal void Restore(IEnumerable<ReportName> files)
    {
        foreach (ReportName file in files)
        {
            for (ReportName path = file; _gone.Count > 0 && !path.IsEmpty; path = Above(path))
            {
                _gone.Remove(path);
            }
        }
    }

    /// <summary>Returns the path of the folder that something is in; empty for what is at the top.</summary>
    internal static ReportName Above(ReportName path) =>
        new(path.Bytes[..Math.Max(0, path.Bytes.LastIndexOf((byte)'/'))].ToArray());

    private FolderPlan PlanOf(int group) => group < Plans.Count ? Plans[group] : s_unplanned;
}

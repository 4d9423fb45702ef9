using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Orders groups of folders for a plan.</summary>
/// <remarks>
/// Largest first, so that what happens to a folder is decided before what happens to folders in it; and a folder that
/// is contained in another one before those that are identical to it, so that they can go with it.
/// </remarks>
public static class FolderOrder
{
    /// <summary>Returns the indexes of folder groups in the order in which to plan them.</summary>
    /// <param name="entries">The number of entries of a folder of each group, or of the contained folder.</param>
    /// <param name="contained">Whether each group is a folder and the one that contains it.</param>
    public static IReadOnlyList<int> Of(IReadOnlyList<long> entries, IReadOnlyList<bool> contained)
    {
        ArgumentNullException.ThrowIfNull(entries);
        ArgumentNullException.ThrowIfNull(contained);
        return
        [
            .. Enumerable.Range(0, entries.Count).OrderByDescending(index => entries[index])
                .ThenBy(index => !contained[index]),
        ];
    }

    /// <summary>Returns the calls of a planner for groups and contained folders, in order.</summary>
    /// <param name="groups">Identical folders.</param>
    /// <param name="contained">Folders that others contain.</param>
    public static IEnumerable<Func<Planner, PlanOutcome>> Of(
        IReadOnlyList<ReportFolderGroup> groups, IReadOnlyList<ReportContainedFolder> contained)
    {
        ArgumentNullException.ThrowIfNull(groups);
        ArgumentNullException.ThrowIfNull(contained);
        IReadOnlyList<int> order = Of(
            [
                .. groups.Select(static one => one.Content.Entries),
                .. contained.Select(static one => one.Content.Entries),
            ],
            [.. groups.Select(static _ => false), .. contained.Select(static _ => true)]);
        return order.Select(index => (Func<Planner, PlanOutcome>)(index < groups.Count
            ? planner => planner.Plan(groups[index])
            : planner => planner.Plan(contained[index - groups.Count])));
    }
}

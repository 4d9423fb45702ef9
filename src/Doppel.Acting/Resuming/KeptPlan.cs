using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Contains the plan of an interrupted run.</summary>
/// <param name="Folders">The folders of the plan.</param>
/// <param name="Groups">The groups of the plan.</param>
/// <param name="Begun">
/// The folders that the run had started on, by name, with the groups that they were expanded to.
/// </param>
internal sealed record KeptPlan(
    IReadOnlyList<PlanFolder> Folders, IReadOnlyList<PlanGroup> Groups,
    IReadOnlyDictionary<ReportName, List<PlanGroup>> Begun);

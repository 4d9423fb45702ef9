using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>The plan of an interrupted run.</summary>
/// <param name="Folders">Its folders.</param>
/// <param name="Groups">Its groups.</param>
/// <param name="Begun">By name, the folders that had begun, with the groups that they came to.</param>
internal sealed record KeptPlan(
    IReadOnlyList<PlanFolder> Folders, IReadOnlyList<PlanGroup> Groups,
    IReadOnlyDictionary<ReportName, List<PlanGroup>> Begun);

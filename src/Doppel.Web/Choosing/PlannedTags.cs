using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>What becomes of the tags of the copies of a group that go.</summary>
/// <param name="Keeper">The number of the copy that stays for them.</param>
/// <param name="Sidecar">The sidecar of that copy, to which tags are added. Empty if none are.</param>
/// <param name="Going">The copies that go, with their numbers.</param>
internal sealed record PlannedTags(
    int Keeper, ReportName Sidecar, IReadOnlyList<(int Number, PlanCopy Copy)> Going);

using Doppel.Reports;

namespace Doppel.Web;

/// <summary>The companions of a copy, and the file that it is a companion of.</summary>
/// <param name="Main">The file that it belongs to. Empty if there is none.</param>
/// <param name="Own">Its companions.</param>
internal sealed record CopyCompanions(ReportName Main, IReadOnlyList<PlannedCompanion> Own);

/// <summary>A companion, and what becomes of it if its file goes.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Goes">Whether it goes along.</param>
/// <param name="Target">The name under which it moves to the file that stays. Empty if it does not.</param>
internal readonly record struct PlannedCompanion(ReportName Name, bool Goes, ReportName Target);

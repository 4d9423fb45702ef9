using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>What came of one name of a plan.</summary>
/// <param name="Name">The name.</param>
/// <param name="Keeper">The keeper of its group.</param>
/// <param name="Status">Whether it was done.</param>
/// <param name="Reason">Why not, as people read it; empty if it was done.</param>
/// <param name="FreedBytes">Bytes that came free with this name: those of the last name of an inode.</param>
public readonly record struct ActResult(
    ReportName Name, ReportName Keeper, ActStatus Status, string Reason, long FreedBytes);

using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>What came of one name of a plan.</summary>
/// <param name="Name">The name.</param>
/// <param name="Keeper">The keeper of its group.</param>
/// <param name="Status">Whether it was done.</param>
/// <param name="Reason">Why not, as people read it; empty if it was done.</param>
/// <param name="FreedBytes">Bytes that came free with this name: those of the last name of an inode.</param>
public readonly record struct ActResult(
    ReportName Name, ReportName Keeper, ActStatus Status, string Reason, long FreedBytes)
{
    /// <summary>The reason of a name that had not begun when the run was interrupted.</summary>
    public const string Interrupted = "interrupted";

    /// <summary>Whether it is a symbolic link that was made to lead to the keeper, and no name of the plan.</summary>
    public bool IsLink { get; init; }

    /// <summary>Whether it is a folder that was removed since it had become empty, or a symbolic link in one.</summary>
    public bool IsOfEmptiedFolder { get; init; }
}

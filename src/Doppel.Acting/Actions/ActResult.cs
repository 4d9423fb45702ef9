using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Contains the result of acting on one name of a plan.</summary>
/// <param name="Name">The name.</param>
/// <param name="Keeper">The keeper of its group.</param>
/// <param name="Status">The outcome.</param>
/// <param name="Reason">A human-readable reason why it was not done. Empty if it was done.</param>
/// <param name="FreedBytes">The number of bytes freed by this name. Only the last name of an inode frees any.</param>
public readonly record struct ActResult(
    ReportName Name, ReportName Keeper, ActStatus Status, string Reason, long FreedBytes)
{
    /// <summary>The reason for a name whose turn had not come when the run was interrupted.</summary>
    public const string Interrupted = "interrupted";

    /// <summary>
    /// Gets whether this is a symbolic link that was retargeted to the keeper, rather than a name of the plan.
    /// </summary>
    public bool IsLink { get; init; }

    /// <summary>
    /// Gets whether this is a folder that was removed because it had become empty, or a symbolic link in one.
    /// </summary>
    public bool IsOfEmptiedFolder { get; init; }

    /// <summary>Gets whether this is a folder, which was removed or, by an undo, restored.</summary>
    public bool IsFolder { get; init; }

    /// <summary>Gets whether this is a symbolic link that an undo restored.</summary>
    public bool IsRestoredLink { get; init; }

    /// <summary>Gets whether this is a folder outside the plan that the action has left empty.</summary>
    public bool IsLeftEmpty { get; init; }
}

/// <summary>Specifies the outcome for one name.</summary>
public enum ActStatus
{
    /// <summary>The action was performed.</summary>
    Done,

    /// <summary>The action was unsafe or the file no longer matches the plan. Nothing was changed.</summary>
    Skipped,

    /// <summary>The system refused the operation. Nothing was changed, or every change was rolled back.</summary>
    Failed,

    /// <summary>
    /// The action is half done and could not be rolled back. The journal has the details, and undo repairs it.
    /// </summary>
    Unfinished,

    /// <summary>There was nothing to do: the name already is what it was meant to become.</summary>
    Idle,
}

namespace Doppel.Acting;

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

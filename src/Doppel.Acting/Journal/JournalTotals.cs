namespace Doppel.Acting;

/// <summary>Contains the number of outcomes of each kind in a journal.</summary>
/// <param name="Done">The number of names for which the action was performed.</param>
/// <param name="Skipped">The number of names skipped because they were unsafe or did not match the plan.</param>
/// <param name="Failed">The number of names for which the system refused the operation.</param>
/// <param name="Unfinished">The number of names that are half done.</param>
/// <param name="Idle">The number of names that needed no action.</param>
public readonly record struct JournalTotals(long Done, long Skipped, long Failed, long Unfinished, long Idle)
{
    /// <summary>Returns the totals with additional outcomes of one kind.</summary>
    internal JournalTotals With(ActStatus status, long count) => status switch
    {
        ActStatus.Done => this with { Done = Done + count },
        ActStatus.Skipped => this with { Skipped = Skipped + count },
        ActStatus.Failed => this with { Failed = Failed + count },
        ActStatus.Unfinished => this with { Unfinished = Unfinished + count },
        _ => this with { Idle = Idle + count },
    };
}

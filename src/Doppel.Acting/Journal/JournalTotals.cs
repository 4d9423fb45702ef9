namespace Doppel.Acting;

/// <summary>How many outcomes of each kind a journal holds.</summary>
/// <param name="Done">Names that were done.</param>
/// <param name="Skipped">Names left alone because they were not safe or not as planned.</param>
/// <param name="Failed">Names that the system refused.</param>
/// <param name="Unfinished">Names that are half done.</param>
/// <param name="Idle">Names that needed nothing.</param>
public readonly record struct JournalTotals(long Done, long Skipped, long Failed, long Unfinished, long Idle)
{
    /// <summary>Returns the totals with further outcomes of one kind.</summary>
    internal JournalTotals With(ActStatus status, long count) => status switch
    {
        ActStatus.Done => this with { Done = Done + count },
        ActStatus.Skipped => this with { Skipped = Skipped + count },
        ActStatus.Failed => this with { Failed = Failed + count },
        ActStatus.Unfinished => this with { Unfinished = Unfinished + count },
        _ => this with { Idle = Idle + count },
    };
}

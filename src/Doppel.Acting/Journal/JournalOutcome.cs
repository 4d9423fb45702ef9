namespace Doppel.Acting;

/// <summary>Represents the outcome of an intent.</summary>
/// <param name="Number">
/// The number of the intent. In the journal of an undo, its number in the run that is undone.
/// </param>
/// <param name="Status">The outcome.</param>
/// <param name="Reason">Why the action was not performed.</param>
/// <param name="Digest">The SHA-256 of the content in hex if it was compared. Otherwise empty.</param>
public readonly record struct JournalOutcome(long Number, ActStatus Status, string Reason, string Digest)
{
    /// <summary>
    /// Gets whether a later intent for the same name replaced this one, so that undo skips it. Default: false.
    /// </summary>
    public bool IsSuperseded { get; init; }

    /// <summary>Creates the outcome of an intent whose name is retried by a later intent.</summary>
    internal static JournalOutcome Superseded(long number) =>
        new(number, ActStatus.Skipped, "", "") { IsSuperseded = true };
}

/// <summary>Contains the number of outcomes of each kind in a journal.</summary>
/// <param name="Done">The number of names for which the action was performed.</param>
/// <param name="Skipped">The number of names skipped because they were unsafe or did not match the plan.</param>
/// <param name="Failed">The number of names for which the system refused the operation.</param>
/// <param name="Unfinished">The number of names that are half done.</param>
/// <param name="Idle">The number of names that needed no action.</param>
public readonly record struct JournalTotals(long Done, long Skipped, long Failed, long Unfinished, long Idle)
{
    /// <summary>
    /// Gets the disk space in bytes of the files that were replaced, removed or moved. Null if the journal does not
    /// record it.
    /// </summary>
    public long? SpaceBytes { get; init; }

    /// <summary>Returns the totals with more disk space.</summary>
    internal JournalTotals WithSpace(long? bytes) =>
        bytes is { } more ? this with { SpaceBytes = (SpaceBytes ?? 0) + more } : this;

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

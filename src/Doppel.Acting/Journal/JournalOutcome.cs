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

namespace Doppel.Acting;

/// <summary>What came of an intent.</summary>
/// <param name="Number">The intent's number; in an undo that of the run that is undone.</param>
/// <param name="Status">Whether it was done.</param>
/// <param name="Reason">Why not.</param>
/// <param name="Digest">SHA-256 of the content in hex where it was compared; otherwise empty.</param>
public readonly record struct JournalOutcome(long Number, ActStatus Status, string Reason, string Digest)
{
    /// <summary>
    /// Whether a later intent about the same name took its place, so that undo passes over this one. Default: false.
    /// </summary>
    public bool IsSuperseded { get; init; }

    /// <summary>The outcome of an intent whose name is tried again by a later intent.</summary>
    internal static JournalOutcome Superseded(long number) =>
        new(number, ActStatus.Skipped, "", "") { IsSuperseded = true };
}

namespace Doppel.Acting;

/// <summary>What came of an intent.</summary>
/// <param name="Number">The intent's number; in an undo that of the run that is undone.</param>
/// <param name="Status">Whether it was done.</param>
/// <param name="Reason">Why not.</param>
/// <param name="Digest">SHA-256 of the content in hex where it was compared; otherwise empty.</param>
public readonly record struct JournalOutcome(long Number, ActStatus Status, string Reason, string Digest);

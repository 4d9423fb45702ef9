namespace Doppel.Finding;

/// <summary>What is done with copies whose digests are equal.</summary>
/// <param name="equal">Two or more copies of one size.</param>
/// <param name="worker">The thread's own means.</param>
internal delegate void GroupAction(ReadOnlySpan<int> equal, MatchWorker worker);

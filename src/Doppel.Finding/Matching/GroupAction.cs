namespace Doppel.Finding;

/// <summary>Processes copies whose digests are equal.</summary>
/// <param name="equal">Two or more copies of the same size.</param>
/// <param name="worker">The resources of the calling thread.</param>
internal delegate void GroupAction(ReadOnlySpan<int> equal, MatchWorker worker);

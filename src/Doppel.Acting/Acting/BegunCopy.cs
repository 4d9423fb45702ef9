namespace Doppel.Acting;

/// <summary>A copy on whose names the first steps were made, and which is open still.</summary>
/// <param name="Task">The copy.</param>
/// <param name="Pair">It and its keeper; null where they could not be opened or differ.</param>
/// <param name="Names">Its names.</param>
internal sealed record BegunCopy(CopyTask Task, ProvedPair? Pair, IReadOnlyList<BegunName> Names);

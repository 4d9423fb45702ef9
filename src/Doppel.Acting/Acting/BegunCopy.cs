namespace Doppel.Acting;

/// <summary>A copy whose names have gone through the first steps, and whose files are still open.</summary>
/// <param name="Task">The copy.</param>
/// <param name="Pair">The copy and its keeper, or null if they could not be opened or differ.</param>
/// <param name="Names">The names of the copy.</param>
internal sealed record BegunCopy(CopyTask Task, ProvedPair? Pair, IReadOnlyList<BegunName> Names);

namespace Doppel.Finding;

/// <summary>
/// A piece of the content stage that one thread does: copies to compare in lockstep, or one copy to hash.
/// </summary>
/// <param name="First">Index of the first copy in the stage's list.</param>
/// <param name="Count">Copies.</param>
/// <param name="Kind">What to do with them.</param>
/// <param name="Bytes">Bytes to read at most.</param>
internal readonly record struct WorkUnit(int First, int Count, WorkKind Kind, long Bytes);

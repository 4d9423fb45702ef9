namespace Doppel.Finding;

/// <summary>
/// A unit of work of the content stage for one thread: copies to compare in lockstep, or one copy to hash.
/// </summary>
/// <param name="First">The index of the first copy in the stage's list.</param>
/// <param name="Count">The number of copies.</param>
/// <param name="Kind">What to do with them.</param>
/// <param name="Bytes">The maximum number of bytes to read.</param>
internal readonly record struct WorkUnit(int First, int Count, WorkKind Kind, long Bytes);

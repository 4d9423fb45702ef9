namespace Doppel.Finding;

/// <summary>A run of consecutive copies of the same size.</summary>
/// <param name="First">The first copy.</param>
/// <param name="Count">The number of copies, at least one.</param>
internal readonly record struct CopyRun(int First, int Count);

namespace Doppel.Finding;

/// <summary>Neighbouring copies of one size.</summary>
/// <param name="First">The first copy.</param>
/// <param name="Count">How many, at least one.</param>
internal readonly record struct CopyRun(int First, int Count);

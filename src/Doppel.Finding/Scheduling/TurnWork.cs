namespace Doppel.Finding;

/// <summary>Does some neighbouring pieces of a lane.</summary>
/// <param name="worker">The worker's number: no two that work at a time have the same.</param>
/// <param name="lane">The lane.</param>
/// <param name="first">The first piece.</param>
/// <param name="end">The one after the last.</param>
/// <returns>How much was done: a file counts 1, and each 64 KiB of content 1 more.</returns>
internal delegate double TurnWork(int worker, Lane lane, int first, int end);

namespace Doppel.Finding;

/// <summary>Processes a few consecutive items of a lane.</summary>
/// <param name="worker">The worker's number. No two workers that run at the same time have the same number.</param>
/// <param name="lane">The lane.</param>
/// <param name="first">The index of the first item.</param>
/// <param name="end">The index after the last item.</param>
/// <returns>The amount of work done: each file counts 1, plus 1 for every 64 KiB of content.</returns>
internal delegate double TurnWork(int worker, Lane lane, int first, int end);

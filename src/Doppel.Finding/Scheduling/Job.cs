namespace Doppel.Finding;

/// <summary>The work of one stage for a <see cref="WorkerPool"/>.</summary>
/// <param name="Lanes">The work, by device.</param>
/// <param name="Work">Processes a few consecutive items of a lane.</param>
internal sealed record Job(Lane[] Lanes, TurnWork Work)
{
    /// <summary>Gets the token that cancels the job. By default, a job always runs to completion.</summary>
    internal CancellationToken Cancellation { get; init; }

    /// <summary>
    /// Gets the callback that reorders the remaining items of a lane once the lane is waiting, or assumed to be
    /// waiting, for a disk whose head has to move. It receives the worker's number, and returns whether the head has to
    /// move if it was asked to find out. Null if the order does not matter.
    /// </summary>
    internal Func<int, Lane, LaneOrder, bool?>? Order { get; init; }

    /// <summary>
    /// Gets whether <see cref="Order"/> supports more than one order, and so can help to determine the kind of disk.
    /// </summary>
    internal bool CanSpread { get; init; }

    /// <summary>Creates a job that only computes.</summary>
    /// <param name="count">The number of items.</param>
    /// <param name="turnMax">The maximum number of items that a thread takes at a time.</param>
    /// <param name="work">Called with the worker's number, the first item and the one after the last.</param>
    internal static Job Computing(int count, int turnMax, Action<int, int, int> work) => new(
        [new Lane([], count, turnMax)],
        (worker, _, first, end) =>
        {
            work(worker, first, end);
            return end - first;
        });
}

/// <summary>Processes a few consecutive items of a lane.</summary>
/// <param name="worker">The worker's number. No two workers that run at the same time have the same number.</param>
/// <param name="lane">The lane.</param>
/// <param name="first">The index of the first item.</param>
/// <param name="end">The index after the last item.</param>
/// <returns>The amount of work done: each file counts 1, plus 1 for every 64 KiB of content.</returns>
internal delegate double TurnWork(int worker, Lane lane, int first, int end);

namespace Doppel.Finding;

/// <summary>One stage's work for a <see cref="Crew"/>.</summary>
/// <param name="Lanes">The work by devices.</param>
/// <param name="Work">Does some neighbouring pieces of a lane.</param>
internal sealed record Job(Lane[] Lanes, TurnWork Work)
{
    /// <summary>Ends the job early; null where it always runs to its end.</summary>
    internal CancellationToken Cancellation { get; init; }

    /// <summary>
    /// Called by a worker of a number when a lane turns out to wait for a disk whose head has to move, or is said
    /// to: puts the pieces that nobody has taken into an order, and tells whether the head has to move if it was to
    /// find out. Null where their order is of no account.
    /// </summary>
    internal Func<int, Lane, LaneOrder, bool?>? Order { get; init; }

    /// <summary>
    /// Whether <see cref="Order"/> knows more than one order, and so can help to tell what a disk is.
    /// </summary>
    internal bool CanSpread { get; init; }

    /// <summary>A job that only computes.</summary>
    /// <param name="count">Pieces.</param>
    /// <param name="turnMax">Pieces that a thread takes at a time.</param>
    /// <param name="work">Called with the number of the worker, the first piece and the one after the last.</param>
    internal static Job Computing(int count, int turnMax, Action<int, int, int> work) => new(
        [new Lane([], count, turnMax)],
        (worker, _, first, end) =>
        {
            work(worker, first, end);
            return end - first;
        });
}

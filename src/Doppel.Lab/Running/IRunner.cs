namespace Doppel.Lab;

/// <summary>Performs runs, one at a time.</summary>
internal interface IRunner
{
    /// <summary>Performs a run.</summary>
    /// <param name="spec">What to read and how.</param>
    /// <param name="limit">The maximum duration.</param>
    /// <param name="cancellation">Cancels the run. The outcome of a cancelled run is not valid.</param>
    /// <returns>The outcome, including that of a failed run.</returns>
    RunOutcome Run(RunSpec spec, TimeSpan limit, CancellationToken cancellation);
}

namespace Doppel.Lab;

/// <summary>Does runs, one at a time.</summary>
internal interface IRunner
{
    /// <summary>Does a run to its end.</summary>
    /// <param name="spec">What it reads and how.</param>
    /// <param name="limit">How long it may take.</param>
    /// <param name="cancellation">Ends it early; what comes back then does not count.</param>
    /// <returns>What came of it, whatever went wrong.</returns>
    RunOutcome Run(RunSpec spec, TimeSpan limit, CancellationToken cancellation);
}

namespace Doppel.Finding;

/// <summary>What every stage of one search shares.</summary>
/// <param name="Threads">Threads that work.</param>
/// <param name="Problems">Where problems go.</param>
/// <param name="Progress">Counters that somebody may watch.</param>
/// <param name="Clock">Measures the stages.</param>
/// <param name="Cancellation">Ends the search early.</param>
internal sealed record SearchContext(
    int Threads, ProblemLog Problems, FindProgress Progress, StageClock Clock, CancellationToken Cancellation)
    : IDisposable
{
    /// <summary>Bounds the files that are open at once.</summary>
    internal OpenFileGate OpenFiles { get; } = new();

    /// <summary>What threads borrow and give back.</summary>
    internal SearchPools Pools { get; } = new();

    public void Dispose() => Pools.Dispose();
}

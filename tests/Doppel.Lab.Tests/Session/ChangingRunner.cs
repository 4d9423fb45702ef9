namespace Doppel.Lab.Tests.Session;

/// <summary>Does something before some runs, then lets another runner do them.</summary>
internal sealed class ChangingRunner(IRunner inner, Action<int> before) : IRunner
{
    public int Runs { get; private set; }

    public RunOutcome Run(RunSpec spec, TimeSpan limit, CancellationToken cancellation)
    {
        before(Runs++);
        return inner.Run(spec, limit, cancellation);
    }
}

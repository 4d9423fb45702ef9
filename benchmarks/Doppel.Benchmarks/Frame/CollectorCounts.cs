namespace Doppel.Benchmarks.Frame;

/// <summary>What the collector did during a time.</summary>
internal readonly record struct CollectorCounts(double PauseNs, int Gen0, int Gen1, int Gen2)
{
    /// <summary>Since the process started.</summary>
    public static CollectorCounts Now() => new(
        GC.GetTotalPauseDuration().TotalNanoseconds,
        GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2));

    public static CollectorCounts operator -(CollectorCounts a, CollectorCounts b) =>
        new(a.PauseNs - b.PauseNs, a.Gen0 - b.Gen0, a.Gen1 - b.Gen1, a.Gen2 - b.Gen2);
}

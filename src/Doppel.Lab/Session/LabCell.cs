namespace Doppel.Lab;

/// <summary>The runs of one strategy on one set of files at one temperature.</summary>
public sealed class LabCell
{
    private readonly List<RunOutcome> _runs = [];
    private Estimate? _cost;

    /// <summary>Initializes a new instance without runs.</summary>
    public LabCell(StrategyDefinition strategy, FileSetFacts set, Temperature temperature) =>
        (Strategy, Set, Temperature) = (strategy, set, temperature);

    /// <summary>Gets the strategy.</summary>
    public StrategyDefinition Strategy { get; }

    /// <summary>Gets the set, as it was initially.</summary>
    public FileSetFacts Set { get; }

    /// <summary>Gets what was cached in memory when the runs started.</summary>
    public Temperature Temperature { get; }

    /// <summary>Gets the runs in order, except those that do not count because a file changed.</summary>
    public IReadOnlyList<RunOutcome> Runs => _runs;

    /// <summary>Gets the combined status: that of the first run that failed, if any.</summary>
    public RunStatus Status => FirstBad?.Status ?? RunStatus.Done;

    /// <summary>Gets why the first run failed, or an empty string if none did.</summary>
    public string Detail => FirstBad?.Detail ?? "";

    /// <summary>Gets whether there is at least one run and all runs succeeded.</summary>
    public bool IsGood => _runs.Count > 0 && Status == RunStatus.Done;

    /// <summary>
    /// Gets the throughput in bytes per second with its confidence interval; all zero unless <see cref="IsGood"/>.
    /// </summary>
    public Estimate Throughput
    {
        get
        {
            if (!IsGood)
            {
                return default;
            }

            Estimate cost = _cost ??= CostOf(_runs);
            return new Estimate(1 / cost.Mean, 1 / cost.High, 1 / cost.Low, cost.Count);
        }
    }

    /// <summary>Gets the run with the median time, whose samples are typical, or null if there are no runs.</summary>
    public RunOutcome? UsualRun
    {
        get
        {
            RunOutcome[] sorted = [.. _runs];
            Array.Sort(sorted, static (one, other) => one.Seconds.CompareTo(other.Seconds));
            return sorted.Length == 0 ? null : sorted[sorted.Length / 2];
        }
    }

    private RunOutcome? FirstBad => _runs.Find(static run => run.Status != RunStatus.Done);

    internal void Add(RunOutcome outcome)
    {
        _runs.Add(outcome);
        _cost = null;
    }

    // In seconds per byte, so that sets remain comparable after a file was excluded.
    private static Estimate CostOf(List<RunOutcome> runs) => Estimate.Of(
        runs.ConvertAll(static run => Math.Max(run.Seconds, 1e-9) / Math.Max(1, run.Total.Bytes)));
}

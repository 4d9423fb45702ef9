namespace Doppel.Lab;

/// <summary>One strategy on one set of files in one state of memory: what its runs came to.</summary>
public sealed class LabCell
{
    private readonly List<RunOutcome> _runs = [];
    private Estimate? _cost;

    internal LabCell(StrategyDefinition strategy, FileSetFacts set, Temperature temperature) =>
        (Strategy, Set, Temperature) = (strategy, set, temperature);

    /// <summary>The strategy.</summary>
    public StrategyDefinition Strategy { get; }

    /// <summary>The set, as it was at first.</summary>
    public FileSetFacts Set { get; }

    /// <summary>What memory knew when the runs began.</summary>
    public Temperature Temperature { get; }

    /// <summary>The runs in their order; those that do not count since a file changed are not among them.</summary>
    public IReadOnlyList<RunOutcome> Runs => _runs;

    /// <summary>How it ended: the first run that did not do what it should decides.</summary>
    public RunStatus Status => FirstBad?.Status ?? RunStatus.Done;

    /// <summary>Why it did not do what it should; empty if it did.</summary>
    public string Detail => FirstBad?.Detail ?? "";

    /// <summary>Whether all runs did what they should, and there is one.</summary>
    public bool IsGood => _runs.Count > 0 && Status == RunStatus.Done;

    /// <summary>Bytes a second, with its interval; all zero unless <see cref="IsGood"/>.</summary>
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

    /// <summary>The run in the middle by time, whose samples are those of a usual one; null without runs.</summary>
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

    // Seconds for a byte: sets from which a file had to go stay comparable.
    private static Estimate CostOf(List<RunOutcome> runs) => Estimate.Of(
        runs.ConvertAll(static run => Math.Max(run.Seconds, 1e-9) / Math.Max(1, run.Total.Bytes)));
}

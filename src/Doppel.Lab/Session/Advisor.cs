using System.Globalization;

namespace Doppel.Lab;

/// <summary>Derives from a measurement how the device is best read.</summary>
/// <remarks>
/// A strategy's score is the geometric mean, over all sets, of its throughput relative to the best strategy for that
/// set. A strategy that failed for any set is excluded. Among strategies that differ only in width, the narrowest is
/// chosen whose throughput, in every set, is within a tenth of the best of them or has a confidence interval that
/// overlaps the best's.
/// </remarks>
internal sealed partial class Advisor
{
    private const double Near = 0.05;

    private readonly LabReport _report;
    private readonly Temperature _temperature;
    private readonly List<FileSetFacts> _sets = [];
    private readonly Dictionary<FileSetFacts, double> _best = [];
    private readonly List<(StrategyDefinition Strategy, double Score)> _ranking = [];
    private readonly List<string> _reasons = [];

    private Advisor(LabReport report, Temperature temperature)
    {
        _report = report;
        _temperature = temperature;
        foreach (FileSetFacts set in report.Sets)
        {
            double best = 0;
            foreach (LabCell cell in CellsOf(set))
            {
                best = Math.Max(best, cell.Throughput.Mean);
            }

            if (best > 0)
            {
                _sets.Add(set);
                _best.Add(set, best);
            }
        }
    }

    /// <summary>Returns the advice, or null if nothing was measured.</summary>
    internal static LabAdvice? Judge(LabReport report)
    {
        // Only runs with nothing cached show how the device behaves, so they come first.
        foreach (Temperature temperature in (Temperature[])[Temperature.Cold, Temperature.Dropped, Temperature.Warm])
        {
            var advisor = new Advisor(report, temperature);
            if (advisor._sets.Count > 0 && advisor.Judge() is { } advice)
            {
                return advice;
            }
        }

        return null;
    }

    private LabAdvice? Judge()
    {
        foreach (StrategyDefinition strategy in Strategies())
        {
            if (TryScore(strategy, out double of))
            {
                _ranking.Add((strategy, of));
            }
        }

        if (_ranking.Count == 0)
        {
            return null;
        }

        _ranking.Sort(static (one, other) => other.Score.CompareTo(one.Score));
        StrategyDefinition first = _ranking[0].Strategy;
        StrategyDefinition chosen = NarrowestOf(first);
        double score = ScoreOf(chosen);
        (StrategyDefinition? next, double nextScore) = NextOf(chosen);
        double behind = next is null ? 1 : Math.Clamp(1 - (nextScore / score), 0, 1);
        TellBest(chosen, score, next, behind);
        int width = WidthFor(chosen);
        int block = BlockFor(chosen);
        ReadOrder order = OrderFor(chosen);
        double engine = TellEngine();
        TellFailures();
        return new LabAdvice
        {
            Strategy = chosen,
            Width = width,
            BlockBytes = block,
            Order = order,
            Temperature = _temperature,
            NextBest = next,
            NextBehind = next is null ? 0 : behind,
            EngineBehind = engine,
            TunedEngineBehind = TellTunedEngine(width),
            Reasons = _reasons,
        };
    }

    // Strategies that differ only in width are the same way of reading.
    private static bool IsOneFamily(StrategyDefinition one, StrategyDefinition other) =>
        one.Way == other.Way && one.Way != StrategyTable.Engine
        && one.Order == other.Order && one.BlockBytes == other.BlockBytes;

    private IEnumerable<LabCell> CellsOf(FileSetFacts set)
    {
        foreach (LabCell cell in _report.Cells)
        {
            if (cell.Set == set && cell.Temperature == _temperature && cell.IsGood)
            {
                yield return cell;
            }
        }
    }

    private LabCell? CellOf(FileSetFacts set, StrategyDefinition strategy)
    {
        foreach (LabCell cell in CellsOf(set))
        {
            if (cell.Strategy == strategy)
            {
                return cell;
            }
        }

        return null;
    }

    private List<StrategyDefinition> Strategies()
    {
        var found = new List<StrategyDefinition>();
        foreach (LabCell cell in _report.Cells)
        {
            if (cell.Temperature == _temperature && !found.Contains(cell.Strategy))
            {
                found.Add(cell.Strategy);
            }
        }

        return found;
    }

    private bool TryScore(StrategyDefinition strategy, out double score)
    {
        double logs = 0;
        score = 0;
        foreach (FileSetFacts set in _sets)
        {
            if (CellOf(set, strategy) is not { } cell)
            {
                return false;
            }

            logs += Math.Log(cell.Throughput.Mean / _best[set]);
        }

        score = Math.Exp(logs / _sets.Count);
        return true;
    }

    private double ScoreOf(StrategyDefinition strategy)
    {
        foreach ((StrategyDefinition one, double score) in _ranking)
        {
            if (one == strategy)
            {
                return score;
            }
        }

        return 0;
    }

    private StrategyDefinition NarrowestOf(StrategyDefinition best)
    {
        StrategyDefinition narrowest = best;
        foreach ((StrategyDefinition one, _) in _ranking)
        {
            if (IsOneFamily(one, best) && one.Width < narrowest.Width && IsEnough(one, best))
            {
                narrowest = one;
            }
        }

        return narrowest;
    }

    // Returns whether a strategy is, in every set, within a tenth of the family's best or not certainly worse than
    // that.
    private bool IsEnough(StrategyDefinition one, StrategyDefinition family)
    {
        foreach (FileSetFacts set in _sets)
        {
            Estimate own = CellOf(set, one)!.Throughput;
            foreach (LabCell cell in CellsOf(set))
            {
                if (IsOneFamily(cell.Strategy, family) && own.Mean < cell.Throughput.Mean * Knee.Enough
                    && !own.Overlaps(cell.Throughput))
                {
                    return false;
                }
            }

            // If repeats vary by more than the gain they prove nothing, but a much lower mean still counts as lower.
            if (own.Mean < CellOf(set, family)!.Throughput.Mean * Knee.Enough * Knee.Enough)
            {
                return false;
            }
        }

        return true;
    }

    private (StrategyDefinition? Strategy, double Score) NextOf(StrategyDefinition chosen)
    {
        foreach ((StrategyDefinition one, double score) in _ranking)
        {
            if (one.Way != chosen.Way || one.Order != chosen.Order)
            {
                return (one, score);
            }
        }

        return (null, 0);
    }

    // Returns the number of readers that a search starts with. It comes from threads that each read one file at a time,
    // as the engine's do.
    private int WidthFor(StrategyDefinition chosen)
    {
        StrategyDefinition? threads = IsThreads(chosen) ? chosen : null;
        foreach ((StrategyDefinition one, _) in _ranking)
        {
            threads ??= IsThreads(one) ? NarrowestOf(one) : null;
        }

        if (threads is null)
        {
            int width = chosen.Width > 0 ? chosen.Width : Environment.ProcessorCount;
            _reasons.Add(Text($"pread-N was not measured, so searches start with {width} readers."));
            return width;
        }

        var knees = new List<string>();
        foreach (FileSetFacts set in _sets)
        {
            List<(int Width, double Throughput)> points = PointsOf(set, threads);
            if (points.Count > 1)
            {
                knees.Add(Text($"{Knee.Of(points)} ({SizeWord.Of(set.Sizes)})"));
            }
        }

        string readers = threads.Width == 1 ? "One reader is" : Text($"{threads.Width} readers are");
        _reasons.Add(knees.Count == 0
            ? $"Only {threads.Name} was measured."
            : $"{readers} enough. Readers for 90 % of the maximum throughput: {string.Join(", ", knees)}.");
        return threads.Width;
    }

    private static bool IsThreads(StrategyDefinition strategy) =>
        strategy.Way is StrategyTable.Pread or StrategyTable.Inode or StrategyTable.Extent;

    // Returns the throughput by width of the strategies that differ from the given one only in width.
    private List<(int Width, double Throughput)> PointsOf(FileSetFacts set, StrategyDefinition family)
    {
        var points = new List<(int Width, double Throughput)>();
        foreach (LabCell cell in CellsOf(set))
        {
            if (IsOneFamily(cell.Strategy, family))
            {
                points.Add((cell.Strategy.Width, cell.Throughput.Mean));
            }
        }

        return points;
    }

    private int BlockFor(StrategyDefinition chosen)
    {
        StrategyDefinition? best = null;
        StrategyDefinition? usual = null;
        foreach ((StrategyDefinition one, _) in _ranking)
        {
            if (one.Way == StrategyTable.Pread && _ranking.Exists(other => other.Strategy.Way == one.Way
                && other.Strategy.Width == one.Width && other.Strategy.BlockBytes != one.BlockBytes))
            {
                best ??= one;
                usual ??= one.BlockBytes == StrategyTable.BlockBytes && one.Width == best.Width ? one : null;
            }
        }

        if (best is null || usual is null)
        {
            return chosen.BlockBytes > 0 ? chosen.BlockBytes : StrategyTable.BlockBytes;
        }

        double gain = (ScoreOf(best) / ScoreOf(usual)) - 1;
        if (gain < Near)
        {
            _reasons.Add(Text($"The block size does not matter: {usual.Name} is within {gain:0 %} of the best."));
            return usual.BlockBytes;
        }

        _reasons.Add(
            Text($"{best.BlockBytes / 1024} KiB blocks are {gain:0 %} faster than {usual.BlockBytes / 1024} KiB."));
        return best.BlockBytes;
    }

    // If the chosen strategy orders files itself or has no order, the order comes from the thread strategies.
    private ReadOrder OrderFor(StrategyDefinition chosen)
    {
        double listed = BestOf(ReadOrder.Listed);
        ReadOrder best = chosen.Order;
        foreach (ReadOrder order in (ReadOrder[])[ReadOrder.Inode, ReadOrder.Extent])
        {
            double ordered = BestOf(order);
            if (ordered > 0 && listed > 0)
            {
                string word = order == ReadOrder.Inode ? "inode numbers" : "first extents";
                double gain = (ordered / listed) - 1;
                best = !IsThreads(chosen) && gain >= Near && ordered >= BestOf(best) ? order : best;
                string change = gain > 0 ? "faster" : "slower";
                _reasons.Add(Math.Abs(gain) < Near
                    ? $"Reading in the order of {word} makes no difference."
                    : Text($"Reading in the order of {word} is {Math.Abs(gain):0 %} {change}."));
            }
        }

        if (best != ReadOrder.Listed)
        {
            _reasons.Add("This device has a moving head, and doppel find already sorts its files by position.");
        }

        return best;
    }

    private double BestOf(ReadOrder order)
    {
        foreach ((StrategyDefinition one, double score) in _ranking)
        {
            if (one.Order == order && IsThreads(one))
            {
                return score;
            }
        }

        return 0;
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

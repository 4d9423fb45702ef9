namespace Doppel.Lab;

/// <content>Describes the ranking as a whole.</content>
internal sealed partial class Advisor
{
    private void TellBest(StrategyDefinition chosen, double score, StrategyDefinition? next, double behind)
    {
        string state = _temperature switch
        {
            Temperature.Cold => "Cold",
            Temperature.Dropped => "With all caches dropped",
            _ => "Warm",
        };
        _reasons.Add(Text(
            $"{state}: {chosen.Name} reaches {score:0 %} of the best throughput, averaged over {_sets.Count} sets."));
        if (next is null)
        {
            _reasons.Add("No other strategy was measured on all of these sets.");
        }
        else if (behind < LabAdvice.MattersFrom)
        {
            _reasons.Add(Text($"The next best, {next.Name}, is {behind:0 %} behind: ")
                + "both are equally good.");
        }
        else
        {
            _reasons.Add(Text($"The next best, {next.Name}, is {behind:0 %} behind."));
        }
    }

    private double TellEngine()
    {
        (double most, FileSetFacts? where) = BehindOf(static engine => engine.Width == 0);
        if (where is not null)
        {
            _reasons.Add(Text(
                $"The engine's own reader is at most {most:0 %} behind the best, for {SizeWord.Of(where.Sizes)}."));
        }

        return most;
    }

    // The text about future searches applies only to an engine with this number of readers.
    private double? TellTunedEngine(int width)
    {
        StrategyDefinition? tuned = Strategies().Find(one => one.Way == StrategyTable.Engine && one.Width == width);
        if (tuned is null)
        {
            return null;
        }

        (double most, FileSetFacts? where) = BehindOf(engine => engine == tuned);
        string result = where is null ? "it is the best in each set."
            : Text($"it is at most {most:0 %} behind, for {SizeWord.Of(where.Sizes)}.");
        _reasons.Add(Text($"Started with {tuned.Width} readers, as doppel find will do from now on, ") + result);
        return most;
    }

    // Returns the largest share by which an engine is behind the best strategy, and the set where this occurs; null if
    // it is the best everywhere.
    private (double Most, FileSetFacts? Where) BehindOf(Predicate<StrategyDefinition> isMeant)
    {
        double most = 0;
        FileSetFacts? where = null;
        foreach (LabCell cell in _report.Cells)
        {
            if (cell.Strategy.Way == StrategyTable.Engine && isMeant(cell.Strategy)
                && cell.Temperature == _temperature && cell.IsGood
                && _best.TryGetValue(cell.Set, out double best) && 1 - (cell.Throughput.Mean / best) > most)
            {
                most = 1 - (cell.Throughput.Mean / best);
                where = cell.Set;
            }
        }

        return (most, where);
    }

    private void TellFailures()
    {
        foreach (StrategyDefinition strategy in Strategies())
        {
            foreach (LabCell cell in _report.Cells)
            {
                if (cell.Strategy == strategy && cell.Temperature == _temperature && cell.Runs.Count > 0
                    && !cell.IsGood)
                {
                    string why = cell.Detail.Length > 0 ? $" ({cell.Detail})" : "";
                    _reasons.Add($"{strategy.Name} is excluded: {StatusWord.Of(cell.Status)}{why}.");
                    break;
                }
            }
        }
    }
}

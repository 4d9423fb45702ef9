namespace Doppel.Lab;

/// <summary>How the device likes to be read.</summary>
public sealed record LabAdvice
{
    /// <summary>Less than this between the best and the next best does not matter.</summary>
    public const double MattersFrom = 0.10;

    /// <summary>The strategy to be preferred.</summary>
    public required StrategyDefinition Strategy { get; init; }

    /// <summary>How many readers serve it best: what a search begins with.</summary>
    public required int Width { get; init; }

    /// <summary>Bytes to ask for at a time.</summary>
    public required int BlockBytes { get; init; }

    /// <summary>The order to read files in.</summary>
    public required ReadOrder Order { get; init; }

    /// <summary>What memory knew in the runs that this comes from.</summary>
    public required Temperature Temperature { get; init; }

    /// <summary>The strategy of another kind that came next; null where there was none.</summary>
    public StrategyDefinition? NextBest { get; init; }

    /// <summary>By what share of the best one's throughput it was behind, 0 to 1.</summary>
    public double NextBehind { get; init; }

    /// <summary>By what share the engine's own reader is at most behind the best, 0 to 1.</summary>
    public double EngineBehind { get; init; }

    /// <summary>
    /// The same of the reader once it knows <see cref="Width"/>, as in searches from now on; null where that was not
    /// measured.
    /// </summary>
    public double? TunedEngineBehind { get; init; }

    /// <summary>Why, in whole sentences.</summary>
    public IReadOnlyList<string> Reasons { get; init; } = [];

    /// <summary>Whether the choice makes a difference worth having.</summary>
    public bool Matters => NextBehind >= MattersFrom;
}

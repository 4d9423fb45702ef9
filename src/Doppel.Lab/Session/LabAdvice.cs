namespace Doppel.Lab;

/// <summary>Describes how the device is best read.</summary>
public sealed record LabAdvice
{
    /// <summary>
    /// The share by which the next best strategy must be behind the best one for the choice to matter.
    /// </summary>
    public const double MattersFrom = 0.10;

    /// <summary>Gets the recommended strategy.</summary>
    public required StrategyDefinition Strategy { get; init; }

    /// <summary>Gets the number of readers that serves the device best, with which a search starts.</summary>
    public required int Width { get; init; }

    /// <summary>Gets the number of bytes to request at a time.</summary>
    public required int BlockBytes { get; init; }

    /// <summary>Gets the order in which to read files.</summary>
    public required ReadOrder Order { get; init; }

    /// <summary>Gets what was cached in memory in the runs that the advice is based on.</summary>
    public required Temperature Temperature { get; init; }

    /// <summary>Gets the best strategy of another kind, or null if there was none.</summary>
    public StrategyDefinition? NextBest { get; init; }

    /// <summary>Gets the share by which its throughput was behind the best strategy's, 0 to 1.</summary>
    public double NextBehind { get; init; }

    /// <summary>
    /// Gets the largest share by which the engine's own reader is behind the best strategy in any set, 0 to 1.
    /// </summary>
    public double EngineBehind { get; init; }

    /// <summary>
    /// Gets the same share for the engine when it uses <see cref="Width"/>, as searches do from now on, or null if this
    /// was not measured.
    /// </summary>
    public double? TunedEngineBehind { get; init; }

    /// <summary>Gets the reasons, in complete sentences.</summary>
    public IReadOnlyList<string> Reasons { get; init; } = [];

    /// <summary>Gets whether the choice makes a significant difference.</summary>
    public bool Matters => NextBehind >= MattersFrom;
}

namespace Doppel.Benchmarks.Pools;

/// <summary>How much time a cell may take.</summary>
/// <param name="Rounds">Measured rounds of each contender.</param>
/// <param name="Round">The time that one round is made to last, by the number of its operations.</param>
internal readonly record struct HeatBudget(int Rounds, TimeSpan Round);

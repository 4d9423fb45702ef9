namespace Doppel.Benchmarks.Kernels;

/// <summary>One piece of measured code for the Native AOT executable, in one cell.</summary>
/// <param name="Contestant">The same name as in the rows of the JIT.</param>
/// <param name="Role">The same role as there.</param>
/// <param name="Parameters">The same parameters as there.</param>
/// <param name="Loop">Does so many operations; returns a number made of all results, so that none is left out.</param>
public sealed record Kernel(string Contestant, Role Role, IReadOnlyList<Parameter> Parameters, Func<long, long> Loop);

namespace Doppel.Benchmarks.Kernels;

/// <summary>The kernels of one table that are measured under Native AOT too.</summary>
/// <param name="Name">The name that <c>run.BenchmarkAot</c> is given.</param>
/// <param name="Kernels">Makes the kernels; true asks for the cells of a short run.</param>
public sealed record KernelSet(string Name, Func<bool, IReadOnlyList<Kernel>> Kernels);

namespace Doppel.Benchmarks.Kernels;

/// <summary>One parameter of a cell, such as <c>bytes</c> = <c>4096</c>.</summary>
/// <param name="Name">The heading of its column; <c>threads</c> is the one that the judge knows.</param>
/// <param name="Value">As it is shown.</param>
public sealed record Parameter(string Name, string Value);

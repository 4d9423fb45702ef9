using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Pools;

/// <summary>Somebody who takes part in a cell.</summary>
/// <param name="Name">As it stands in the tables.</param>
/// <param name="Role">What the judge makes of it.</param>
/// <param name="Work">Does so many operations on the thread of that number, in one tight loop.</param>
internal sealed record Contender(string Name, Role Role, Action<int, int> Work);

using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>A proved group: a range of its sink's members.</summary>
/// <param name="First">Index of the first member.</param>
/// <param name="Count">Members.</param>
/// <param name="Proof">How it was proved.</param>
/// <param name="Digest">Where its digest stands in the <see cref="GroupTable"/>, or -1 if it has none there.</param>
internal readonly record struct GroupRow(int First, int Count, Proof Proof, int Digest = -1);

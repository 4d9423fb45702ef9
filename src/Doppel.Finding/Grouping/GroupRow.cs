using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>A proved group: a range of its sink's members.</summary>
/// <param name="First">The index of the first member.</param>
/// <param name="Count">The number of members.</param>
/// <param name="Proof">How equality was proved.</param>
/// <param name="Digest">The index of its digest in the <see cref="GroupTable"/>, or -1 if it has none there.</param>
internal readonly record struct GroupRow(int First, int Count, Proof Proof, int Digest = -1);

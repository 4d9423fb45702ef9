using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>A proved group: a range of its sink's members.</summary>
/// <param name="First">Index of the first member.</param>
/// <param name="Count">Members.</param>
/// <param name="Proof">How it was proved.</param>
/// <param name="RedundantBytes">Bytes that all members but one take; known once the group is confirmed.</param>
internal readonly record struct GroupRow(int First, int Count, Proof Proof, long RedundantBytes = 0);

using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>What is known about one symbolic link.</summary>
/// <param name="Target">The index of its target in the <see cref="NameArena"/>, or 0 if unknown.</param>
/// <param name="Final">The index of the path that it finally resolves to, or 0 if unknown.</param>
/// <param name="State">The state of the link.</param>
/// <param name="Marks">Additional flags.</param>
internal readonly record struct SymbolicLinkRow(uint Target, uint Final, LinkState State, SymbolicLinkMarks Marks);

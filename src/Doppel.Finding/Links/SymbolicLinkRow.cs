using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>What was found out about one symbolic link.</summary>
/// <param name="Target">Its target in the <see cref="NameArena"/>; 0 where it is not known.</param>
/// <param name="Final">Where it leads to, likewise.</param>
/// <param name="State">What stands there.</param>
/// <param name="Marks">What else is to be said.</param>
internal readonly record struct SymbolicLinkRow(uint Target, uint Final, LinkState State, SymbolicLinkMarks Marks);

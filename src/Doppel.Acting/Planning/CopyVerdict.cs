namespace Doppel.Acting;

/// <summary>What becomes of one copy, and why.</summary>
/// <param name="Copy">The copy.</param>
/// <param name="Stays">Whether it stays.</param>
/// <param name="Why">The rule that decided, and where it compares, what it compared; as people read it.</param>
public sealed record CopyVerdict(PlanCopy Copy, bool Stays, string Why);

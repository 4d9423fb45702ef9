namespace Doppel.Acting;

/// <summary>Contains the decision about one copy and the reason for it.</summary>
/// <param name="Copy">The copy.</param>
/// <param name="Stays">Whether the copy is kept.</param>
/// <param name="Why">A human-readable reason: the rule that decided and, if it compares values, the values.</param>
public sealed record CopyVerdict(PlanCopy Copy, bool Stays, string Why);

namespace Doppel.Lab;

/// <summary>What the old comparison recommended, and what was measured here.</summary>
/// <param name="Claim">Its recommendation, in a sentence.</param>
/// <param name="Temperature">What memory knew in the runs that it is judged by.</param>
/// <param name="Finding">What was measured, in a sentence.</param>
/// <param name="Holds">Whether it is so here; null where this measurement cannot tell.</param>
public sealed record OldClaim(string Claim, Temperature Temperature, string Finding, bool? Holds);

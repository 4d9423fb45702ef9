namespace Doppel.Lab;

/// <summary>A recommendation of the old comparison, and what was measured here.</summary>
/// <param name="Claim">The recommendation, as a sentence.</param>
/// <param name="Temperature">The temperature of the runs that it is judged by.</param>
/// <param name="Finding">What was measured, as a sentence.</param>
/// <param name="Holds">Whether the recommendation holds here, or null if this measurement cannot tell.</param>
public sealed record OldClaim(string Claim, Temperature Temperature, string Finding, bool? Holds);

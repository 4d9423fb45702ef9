namespace Doppel.Benchmarks.S3Clients;

/// <summary>Objects of one type that were allocated at one place.</summary>
/// <param name="Type">The type, without namespaces.</param>
/// <param name="Place">The method that allocated them.</param>
/// <param name="Caller">The method of the client on whose behalf that was; empty where it was nobody's.</param>
/// <param name="Count">How many.</param>
/// <param name="Bytes">Their bytes, as the heap counts them.</param>
internal sealed record AllocationSite(string Type, string Place, string Caller, long Count, long Bytes);

namespace Doppel.Pooling;

/// <summary>What a pool's checks found.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Pool">The name of the pool.</param>
/// <param name="Message">One sentence.</param>
/// <param name="RentedAt">The call stack of the rent, a line for each frame; empty where it is not known.</param>
public sealed record PoolReport(PoolReportKind Kind, string Pool, string Message, string RentedAt);

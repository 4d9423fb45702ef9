namespace Doppel.Pooling;

/// <summary>A finding of a pool's checks.</summary>
/// <param name="Kind">The kind of finding.</param>
/// <param name="Pool">The name of the pool.</param>
/// <param name="Message">The description of the finding, in one sentence.</param>
/// <param name="RentedAt">The call stack of the rent, one line per frame; empty if unknown.</param>
public sealed record PoolReport(PoolReportKind Kind, string Pool, string Message, string RentedAt);

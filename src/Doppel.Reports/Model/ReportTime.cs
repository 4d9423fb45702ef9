namespace Doppel.Reports;

/// <summary>A point in time as the seconds since 1970-01-01 UTC, plus nanoseconds.</summary>
/// <param name="Seconds">Whole seconds; negative before 1970.</param>
/// <param name="Nanoseconds">The nanoseconds to add, 0 to 999,999,999.</param>
public readonly record struct ReportTime(long Seconds, int Nanoseconds);

namespace Doppel.Reports;

/// <summary>How long one stage of a search took.</summary>
/// <param name="Name">scan, group, small, ends, content, confirm…</param>
/// <param name="Seconds">Wall time.</param>
public readonly record struct ReportStage(string Name, double Seconds);

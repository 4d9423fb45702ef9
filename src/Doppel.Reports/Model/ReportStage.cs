namespace Doppel.Reports;

/// <summary>The duration of one stage of a search.</summary>
/// <param name="Name">The stage: scan, group, small, ends, content, confirm…</param>
/// <param name="Seconds">The elapsed wall-clock time in seconds.</param>
public readonly record struct ReportStage(string Name, double Seconds);

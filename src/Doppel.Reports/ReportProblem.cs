namespace Doppel.Reports;

/// <summary>Something that could not be listed, opened, read or trusted. The run went on without it.</summary>
/// <param name="Path">The absolute path.</param>
/// <param name="Step">What was being done: open, list, stat, read…</param>
/// <param name="Reason">A stable word: access-denied, vanished, changed…</param>
/// <param name="Message">The system's text.</param>
public sealed record ReportProblem(ReportName Path, string Step, string Reason, string Message);

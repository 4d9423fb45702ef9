namespace Doppel.Reports;

/// <summary>Something that could not be listed, opened, read or trusted. The run continued without it.</summary>
/// <param name="Path">The absolute path.</param>
/// <param name="Step">The operation that failed: open, list, stat, read…</param>
/// <param name="Reason">A stable code: access-denied, vanished, changed…</param>
/// <param name="Message">The operating system's message.</param>
public sealed record ReportProblem(ReportName Path, string Step, string Reason, string Message);

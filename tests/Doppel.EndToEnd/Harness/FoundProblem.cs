namespace Doppel.EndToEnd.Harness;

/// <summary>A problem line of a report.</summary>
internal sealed record FoundProblem(ByteName Path, string Step, string Reason, string Message);

namespace Doppel.Reports;

/// <summary>A folder.</summary>
/// <param name="Name">Its absolute name.</param>
/// <param name="Root">The index of the first root that holds it; -1 where the form does not tell.</param>
public readonly record struct ReportFolder(ReportName Name, int Root);

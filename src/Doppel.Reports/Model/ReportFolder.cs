namespace Doppel.Reports;

/// <summary>A folder.</summary>
/// <param name="Name">The absolute name.</param>
/// <param name="Root">
/// The index of the first root that contains the folder, or -1 if the format does not record it.
/// </param>
public readonly record struct ReportFolder(ReportName Name, int Root);

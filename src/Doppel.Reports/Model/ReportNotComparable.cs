namespace Doppel.Reports;

/// <summary>
/// A file that looks like media but whose audio or image data could not be determined with certainty.
/// </summary>
/// <remarks>The file is in no media group. Of several identical files, only the first is listed.</remarks>
/// <param name="Path">The first absolute name.</param>
/// <param name="Root">The index of the first root that contains the name, or -1 if unknown.</param>
/// <param name="Format">The format it appears to have, as a lowercase word such as mp3.</param>
/// <param name="Reason">The reason, as text for display.</param>
public sealed record ReportNotComparable(ReportName Path, int Root, string Format, string Reason);

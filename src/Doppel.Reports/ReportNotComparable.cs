namespace Doppel.Reports;

/// <summary>A file that looks like media and whose sound or picture could not be told for certain.</summary>
/// <remarks>It is in no media group. Of files that are equal as a whole only the first stands here.</remarks>
/// <param name="Path">Its first absolute name.</param>
/// <param name="Root">The index of the first root that holds the name; -1 where not known.</param>
/// <param name="Format">What it looks like, a word in small letters such as mp3.</param>
/// <param name="Reason">Why, as people read it.</param>
public sealed record ReportNotComparable(ReportName Path, int Root, string Format, string Reason);

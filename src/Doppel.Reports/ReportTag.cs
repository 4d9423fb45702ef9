namespace Doppel.Reports;

/// <summary>What the tags of a media file say under one name.</summary>
/// <param name="Name">What it is called, such as title; not empty.</param>
/// <param name="Values">What it says, at least one value, in the order in which they stand in the file.</param>
public sealed record ReportTag(string Name, IReadOnlyList<string> Values);

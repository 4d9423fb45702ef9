namespace Doppel.Reports;

/// <summary>A tag of a media file, with all its values.</summary>
/// <param name="Name">The name of the tag, such as title; not empty.</param>
/// <param name="Values">The values, at least one, in the order in which they occur in the file.</param>
public sealed record ReportTag(string Name, IReadOnlyList<string> Values);

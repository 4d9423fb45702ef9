using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Represents an entry at any depth below a folder.</summary>
/// <param name="Path">The path relative to the folder.</param>
/// <param name="Facts">The facts of the entry.</param>
/// <param name="Text">The target text of a symbolic link. Empty for any other entry.</param>
internal sealed record FolderEntry(ReportName Path, FileFacts Facts, ReportName Text);

using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>An entry at any depth below a folder.</summary>
/// <param name="Path">Its path below the folder.</param>
/// <param name="Facts">What it is.</param>
/// <param name="Text">What is written in a symbolic link; empty for all else.</param>
internal sealed record FolderEntry(ReportName Path, FileFacts Facts, ReportName Text);

using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The trash that files of one file system go into, open.</summary>
/// <param name="Path">Its absolute path; files go into the folder "files" in it.</param>
/// <param name="Top">The folder that names in it are relative to; empty where they are absolute.</param>
/// <param name="Files">The open folder of the files.</param>
/// <param name="Info">The open folder of what is told of each.</param>
internal sealed record TrashFolder(ReportName Path, ReportName Top, FolderHandle Files, FolderHandle Info);

using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Represents the open trash for the files of one file system.</summary>
/// <param name="Path">The absolute path of the trash. Files go into its subfolder "files".</param>
/// <param name="Top">
/// The folder that paths in the trash information are relative to. Empty if they are absolute.
/// </param>
/// <param name="Files">The open folder with the files.</param>
/// <param name="Info">The open folder with the trash information.</param>
internal sealed record TrashFolder(ReportName Path, ReportName Top, FolderHandle Files, FolderHandle Info);

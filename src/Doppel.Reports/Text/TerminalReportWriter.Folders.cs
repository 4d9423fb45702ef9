namespace Doppel.Reports;

/// <content>Writes folders.</content>
internal sealed partial class TerminalReportWriter
{
    // As wide as what precedes a name.
    private static ReadOnlySpan<byte> Container => " in "u8;

    private void WriteFolders()
    {
        foreach (ReportFolderGroup group in _report.FolderGroups)
        {
            WriteGroup(group);
        }

        foreach (ReportContainedFolder item in _report.ContainedFolders)
        {
            WriteContained(item);
        }

        bool any = false;
        foreach (ReportFolder folder in _report.EmptyFolders)
        {
            if (!any)
            {
                WriteHead("Empty folders"u8);
            }

            any = true;
            WriteAll([folder]);
        }

        if (any)
        {
            _output.Write((byte)'\n');
        }
    }

    private void WriteGroup(ReportFolderGroup group)
    {
        FolderRules.Check(group);
        BeginHead();
        _output.WriteCount(group.Folders.Count);
        _output.Write(group.Match == FolderMatch.Name
            ? " identical folders"u8
            : " folders with the same files under other names"u8);
        WriteFiles(group.Content.Files);
        WriteRedundant(group.RedundantBytes);
        EndHead();
        WriteAll(group.Folders);
        _output.Write((byte)'\n');
    }

    private void WriteContained(ReportContainedFolder item)
    {
        BeginHead();
        _output.Write("Completely contained"u8);
        WriteFiles(item.Content.Files);
        WriteRedundant(item.RedundantBytes);
        EndHead();
        _names.BeginGroup();
        _names.Compare(item.Folder.Name);
        _names.Compare(item.Container.Name);
        _names.Write(TextLines.FirstName, item.Folder.Name, item.Folder.Root);
        _names.Write(Container, item.Container.Name, item.Container.Root);
        _namesWritten += 2;
        _output.Write((byte)'\n');
    }

    private void WriteFiles(long files)
    {
        _output.Write(" ("u8);
        _output.WriteCount(files);
        _output.Write(files == 1 ? " file)"u8 : " files)"u8);
    }

    private void WriteAll(IReadOnlyList<ReportFolder> folders)
    {
        _names.BeginGroup();
        foreach (ReportFolder folder in folders)
        {
            _names.Compare(folder.Name);
        }

        foreach (ReportFolder folder in folders)
        {
            _names.Write(TextLines.FirstName, folder.Name, folder.Root);
            _namesWritten++;
        }
    }
}

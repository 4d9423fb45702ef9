namespace Doppel.Reports;

/// <content>Writes folders.</content>
internal sealed partial class TextReportWriter
{
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
                WriteStrong(TextFolderLines.EmptyHead);
            }

            any = true;
            Write(TextLines.FirstName, folder);
        }

        if (any)
        {
            _output.Write((byte)'\n');
        }
    }

    private void WriteGroup(ReportFolderGroup group)
    {
        FolderRules.Check(group);
        BeginStrong();
        TextFolderLines.WriteHead(
            _output, new FolderHead(group.Folders.Count, group.Match, group.Content, group.RedundantBytes));
        EndStrong();
        _output.Write((byte)'\n');
        foreach (ReportFolder folder in group.Folders)
        {
            Write(TextLines.FirstName, folder);
        }

        _output.Write((byte)'\n');
    }

    private void WriteContained(ReportContainedFolder item)
    {
        BeginStrong();
        TextFolderLines.WriteHead(_output, new FolderHead(1, null, item.Content, item.RedundantBytes));
        EndStrong();
        _output.Write((byte)'\n');
        Write(TextLines.FirstName, item.Folder);
        Write(TextFolderLines.Container, item.Container);
        _output.Write((byte)'\n');
    }

    private void Write(ReadOnlySpan<byte> before, ReportFolder folder)
    {
        _output.Write(before);
        _names.Write(_output, folder.Name, folder.Root);
        _output.Write((byte)'\n');
        _namesWritten++;
    }

    private void WriteStrong(ReadOnlySpan<byte> line)
    {
        BeginStrong();
        _output.Write(line);
        EndStrong();
        _output.Write((byte)'\n');
    }
}

namespace Doppel.Reports.Text;

/// <content>What is about folders.</content>
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
            if (Fits(folder))
            {
                if (!any)
                {
                    WriteStrong(TextFolderLines.EmptyHead);
                }

                any = true;
                Write(TextLines.FirstName, folder);
                _totals.AddEmptyFolder();
            }
        }

        if (any)
        {
            _output.Write((byte)'\n');
        }
    }

    private void WriteGroup(ReportFolderGroup group)
    {
        Shared.FolderRules.Check(group);
        ReportFolder[] folders = [.. group.Folders.Where(Fits)];
        if (folders.Length < 2)
        {
            _leftOut.AddGroup(group.Folders[0].Name, folders.Length);
            return;
        }

        BeginStrong();
        TextFolderLines.WriteHead(
            _output, new FolderHead(folders.Length, group.Match, group.Content, group.RedundantBytes));
        EndStrong();
        _output.Write((byte)'\n');
        foreach (ReportFolder folder in folders)
        {
            Write(TextLines.FirstName, folder);
        }

        _output.Write((byte)'\n');
        _totals.Add(group with { Folders = folders });
    }

    private void WriteContained(ReportContainedFolder item)
    {
        bool fits = Fits(item.Folder);
        if (!Fits(item.Container) || !fits)
        {
            _leftOut.AddGroup(item.Folder.Name, fits ? 1 : 0);
            return;
        }

        BeginStrong();
        TextFolderLines.WriteHead(_output, new FolderHead(1, null, item.Content, item.RedundantBytes));
        EndStrong();
        _output.Write((byte)'\n');
        Write(TextLines.FirstName, item.Folder);
        Write(TextFolderLines.Container, item.Container);
        _output.Write((byte)'\n');
        _totals.Add(item);
    }

    // Says of a folder that does not that it is left out.
    private bool Fits(ReportFolder folder)
    {
        bool fits = _options.EscapeNames || !_names.HasLineBreak(folder.Name, folder.Root);
        if (!fits)
        {
            _leftOut.AddName(folder.Name);
        }

        return fits;
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

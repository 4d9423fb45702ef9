namespace Doppel.Reports;

/// <content>Parses folders.</content>
internal sealed partial class TextReportParser
{
    private bool _inEmpty;
    private ReportFolder _nextEmpty;

    private ReportItemKind ReadFolders(FolderHead head)
    {
        List<ReportFolder> folders = [];
        ReportFolder container = default;
        ReadOnlySpan<byte> line;
        while (!(line = TakeLineInside()).IsEmpty)
        {
            bool isContainer = head.Match is null && folders.Count == 1 && line.StartsWith(TextFolderLines.Container);
            if (!container.Name.IsEmpty || (!isContainer && !line.StartsWith(TextLines.FirstName)))
            {
                throw Wrong("is neither a folder nor the empty line after the last");
            }

            if (isContainer)
            {
                container = ToFolder(line);
            }
            else
            {
                folders.Add(ToFolder(line));
            }
        }

        if (folders.Count != head.Folders || head.Match is null == container.Name.IsEmpty)
        {
            throw Wrong($"ends {folders.Count} folders, which is not what their head line says");
        }

        if (head.Match is not { } match)
        {
            ContainedFolder = new ReportContainedFolder
            {
                Folder = folders[0],
                Container = container,
                Content = head.Content,
                RedundantBytes = head.Redundant,
            };
            return ReportItemKind.ContainedFolder;
        }

        FolderGroup = new ReportFolderGroup
        {
            Match = match,
            Folders = folders,
            Content = head.Content,
            RedundantBytes = head.Redundant,
        };
        return ReportItemKind.FolderGroup;
    }

    private ReportItemKind BeginEmpty()
    {
        ReadOnlySpan<byte> line = TakeLineInside();
        if (!line.StartsWith(TextLines.FirstName))
        {
            throw Wrong("is not an empty folder");
        }

        _inEmpty = true;
        _nextEmpty = ToFolder(line);
        return ReadEmpty();
    }

    private ReportItemKind ReadEmpty()
    {
        EmptyFolder = _nextEmpty;
        ReadOnlySpan<byte> line = TakeLineInside();
        _inEmpty = !line.IsEmpty;
        if (_inEmpty)
        {
            if (!line.StartsWith(TextLines.FirstName))
            {
                throw Wrong("is neither an empty folder nor the empty line after them");
            }

            _nextEmpty = ToFolder(line);
        }

        return ReportItemKind.EmptyFolder;
    }

    private ReadOnlySpan<byte> TakeLineInside() => TryTakeLine(out ReadOnlySpan<byte> line)
        ? line
        : throw new ReportFormatException(_source.Line + 1, "the report ends in the middle of folders");

    private ReportFolder ToFolder(ReadOnlySpan<byte> line) =>
        new(ToName(line[TextLines.FirstName.Length..]), -1);

    private bool IsAsWritten(ReadOnlySpan<byte> line, FolderHead head)
    {
        _again.DropPending();
        TextFolderLines.WriteHead(_again, head);
        return _again.Pending.SequenceEqual(line);
    }
}

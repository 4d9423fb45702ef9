namespace Doppel.Reports;

internal sealed partial class HtmlReportWriter
{
    private void WriteFolders(Report report)
    {
        bool any = false;
        foreach (ReportFolderGroup group in report.FolderGroups)
        {
            FolderRules.Check(group);
            WriteItem(ref any, "Identical folders"u8, JsonItems.FolderGroup, group);
            _json.CountNames(group.Folders.Count);
            BeginDetails(
                group.RedundantBytes, group.Folders.Count, group.Content.Bytes, group.Folders[0].Name,
                group.Folders[0].Root);
            foreach (ReportFolder folder in group.Folders)
            {
                WriteFolder(""u8, folder);
            }

            EndFolders(new FolderHead(group.Folders.Count, group.Match, group.Content, group.RedundantBytes));
        }

        WriteContained(report);
        any = false;
        foreach (ReportFolder folder in report.EmptyFolders)
        {
            WriteItem(ref any, "Empty folders"u8, JsonItems.Empty, folder);
            _json.CountNames(1);
            _page.Write("<div class=\"i\">"u8);
            _names.Write(folder.Name, folder.Root);
            _page.Write("</div>\n"u8);
        }
    }

    private void WriteContained(Report report)
    {
        bool any = false;
        foreach (ReportContainedFolder item in report.ContainedFolders)
        {
            WriteItem(ref any, "Contained folders"u8, JsonItems.Contained, item);
            _json.CountNames(2);
            BeginDetails(item.RedundantBytes, 1, item.Content.Bytes, item.Folder.Name, item.Folder.Root);
            WriteFolder(""u8, item.Folder);
            WriteFolder("in "u8, item.Container);
            EndFolders(new FolderHead(1, null, item.Content, item.RedundantBytes));
        }
    }

    private void WriteFolder(ReadOnlySpan<byte> before, ReportFolder folder)
    {
        _page.Write("<li>"u8);
        _page.Write(before);
        _names.Write(folder.Name, folder.Root);
        _page.Write("</li>"u8);
    }

    private void EndFolders(FolderHead head)
    {
        _page.Write("</ul><p class=\"q\">"u8);
        TextFolderLines.WriteHead(_text, head);
        _text.Flush();
        _page.Write("</p></details>\n"u8);
    }

    private void WriteMedia(Report report)
    {
        bool any = false;
        foreach (ReportMediaGroup group in report.MediaGroups)
        {
            MediaRules.Check(group);
            WriteItem(ref any, "Same audio or image data"u8, JsonItems.MediaGroup, group);
            WriteMedia(group);
        }

        any = false;
        foreach (ReportNotComparable item in report.NotComparable)
        {
            WriteItem(ref any, "Media files that could not be compared"u8, JsonItems.NotComparable, item);
            WriteNote(item.Path, $"{item.Format}: {item.Reason}");
        }
    }

    private void WriteMedia(ReportMediaGroup group)
    {
        ReportCopy[] copies = [.. group.Copies.Select(static copy => copy.Copy)];
        BeginDetails(
            group.RedundantBytes, copies.Length, group.PayloadBytes, copies[0].Names[0], copies[0].Roots[0],
            copies.Take(ThumbnailCopiesMax).Select(copy => _findThumbnail?.Invoke([copy]))
                .FirstOrDefault(static thumbnail => thumbnail is not null));
        foreach (ReportMediaCopy copy in group.Copies)
        {
            _json.CountNames(copy.Copy.Names.Count);
            WriteCopy(copy.Copy);
        }

        _page.Write("</ul><pre dir=\"ltr\">"u8);
        _differences.Write(group.Copies);
        _text.Flush();
        _page.Write("</pre><p class=\"q\">"u8);
        TextMediaLines.WriteHead(_text, new MediaHead(
            group.Copies.Count, group.Format, group.PayloadBytes, group.RedundantBytes, group.Policy, group.Proof,
            group.Digest));
        _text.Flush();
        _page.Write("</p></details>\n"u8);
    }
}

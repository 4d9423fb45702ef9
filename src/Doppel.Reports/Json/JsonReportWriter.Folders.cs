namespace Doppel.Reports;

/// <content>Writes folders.</content>
internal sealed partial class JsonReportWriter
{
    private void WriteFolders(Report report)
    {
        foreach (ReportFolderGroup group in report.FolderGroups)
        {
            WriteGroup(group);
        }

        foreach (ReportContainedFolder item in report.ContainedFolders)
        {
            output.Write("{\"type\":\"contained\""u8);
            WriteContent(item.Content, item.RedundantBytes);
            WriteFolder(",\"folder\":"u8, item.Folder, ",\"root\":"u8);
            WriteFolder(",\"in\":"u8, item.Container, ",\"in_root\":"u8);
            output.Write("}\n"u8);
        }

        foreach (ReportFolder folder in report.EmptyFolders)
        {
            output.Write("{\"type\":\"empty\""u8);
            WriteFolder(",\"folder\":"u8, folder, ",\"root\":"u8);
            output.Write("}\n"u8);
        }
    }

    private void WriteGroup(ReportFolderGroup group)
    {
        FolderRules.Check(group);
        output.Write("{\"type\":\"folders\",\"by\":\""u8);
        output.Write(group.Match == FolderMatch.Name ? "name\""u8 : "content\""u8);
        WriteContent(group.Content, group.RedundantBytes);
        output.Write(",\"folders\":["u8);
        for (int i = 0; i < group.Folders.Count; i++)
        {
            WriteComma(i);
            _text.WriteName(group.Folders[i].Name.Bytes);
        }

        output.Write("],\"roots\":["u8);
        for (int i = 0; i < group.Folders.Count; i++)
        {
            WriteComma(i);
            output.Write(group.Folders[i].Root);
        }

        output.Write("]}\n"u8);
        _names += group.Folders.Count;
    }

    private void WriteContent(FolderContent content, long redundantBytes)
    {
        WriteProof(content.Proof);
        WriteCount(",\"bytes\":"u8, content.Bytes);
        WriteCount(",\"files\":"u8, content.Files);
        WriteCount(",\"entries\":"u8, content.Entries);
        WriteCount(",\"redundant_bytes\":"u8, redundantBytes);
    }

    private void WriteFolder(ReadOnlySpan<byte> nameField, ReportFolder folder, ReadOnlySpan<byte> rootField)
    {
        output.Write(nameField);
        _text.WriteName(folder.Name.Bytes);
        WriteCount(rootField, folder.Root);
        _names++;
    }

    private void WriteFolderTotals(ReportFolderTotals? totals)
    {
        if (totals is null)
        {
            return;
        }

        WriteCount(",\"folders\":{\"groups\":"u8, totals.Groups);
        WriteCount(",\"redundant_folders\":"u8, totals.RedundantFolders);
        WriteCount(",\"contained\":"u8, totals.Contained);
        WriteCount(",\"empty\":"u8, totals.Empty);
        WriteCount(",\"redundant_bytes\":"u8, totals.RedundantBytes);
        output.Write((byte)'}');
    }
}

namespace Doppel.Reports;

/// <content>Writes media.</content>
internal sealed partial class TextReportWriter
{
    private void WriteMedia()
    {
        foreach (ReportMediaGroup group in _report.MediaGroups)
        {
            WriteGroup(group);
        }
    }

    private void WriteGroup(ReportMediaGroup group)
    {
        MediaRules.Check(group);
        IReadOnlyList<ReportMediaCopy> copies = group.Copies;
        AnnounceDetails();
        BeginStrong();
        TextMediaLines.WriteHead(_output, new MediaHead(
            copies.Count, group.Format, group.PayloadBytes, group.RedundantBytes, group.Policy, group.Proof,
            group.Digest));
        EndStrong();
        _output.Write((byte)'\n');
        for (int i = 0; i < copies.Count; i++)
        {
            WriteNames(copies[i].Copy, copies[i].Size);
        }

        _differences.Write(copies);
        _output.Write((byte)'\n');
    }
}

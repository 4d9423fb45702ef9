namespace Doppel.Reports;

/// <content>Writes media.</content>
internal sealed partial class JsonReportWriter
{
    private void WriteMedia(Report report)
    {
        foreach (ReportMediaGroup group in report.MediaGroups)
        {
            WriteGroup(group);
        }

        foreach (ReportNotComparable item in report.NotComparable)
        {
            output.Write("{\"type\":\"not-comparable\",\"path\":"u8);
            _text.WriteName(item.Path.Bytes);
            WriteCount(",\"root\":"u8, item.Root);
            output.Write(",\"format\":"u8);
            _text.WriteString(item.Format);
            output.Write(",\"reason\":"u8);
            _text.WriteString(item.Reason);
            output.Write("}\n"u8);
        }
    }

    private void WriteGroup(ReportMediaGroup group)
    {
        MediaRules.Check(group);
        output.Write("{\"type\":\"media-group\",\"format\":"u8);
        _text.WriteString(group.Format);
        output.Write(",\"policy\":\""u8);
        output.Write(MediaPolicyWords.Of(group.Policy));
        output.Write((byte)'"');
        WriteProof(group.Proof);
        WriteCount(",\"redundant_bytes\":"u8, group.RedundantBytes);
        WriteCount(",\"payload_size\":"u8, group.PayloadBytes);
        if (group.Digest is { } digest)
        {
            WriteDigest(digest);
        }

        output.Write(",\"copies\":["u8);
        for (int i = 0; i < group.Copies.Count; i++)
        {
            WriteComma(i);
            WriteCopy(group.Copies[i]);
        }

        output.Write("]}\n"u8);
    }

    private void WriteCopy(ReportMediaCopy copy)
    {
        BeginCopy(copy.Copy);
        WriteCount(",\"size\":"u8, copy.Size);
        WriteCount(",\"content\":"u8, copy.Content);
        if (copy.CoverBytes > 0)
        {
            WriteCount(",\"cover_size\":"u8, copy.CoverBytes);
        }

        if (copy.Taken is { } taken)
        {
            output.Write(",\"taken\":"u8);
            _text.WriteString(CameraTimes.Show(taken));
        }

        output.Write(",\"tags\":{"u8);
        for (int i = 0; i < copy.Tags.Count; i++)
        {
            WriteComma(i);
            WriteTag(copy.Tags[i]);
        }

        output.Write("}}"u8);
    }

    private void WriteTag(ReportTag tag)
    {
        _text.WriteString(tag.Name);
        output.Write((byte)':');
        if (tag.Values.Count == 1)
        {
            _text.WriteString(tag.Values[0]);
            return;
        }

        output.Write((byte)'[');
        for (int i = 0; i < tag.Values.Count; i++)
        {
            WriteComma(i);
            _text.WriteString(tag.Values[i]);
        }

        output.Write((byte)']');
    }

    private void WriteMediaTotals(ReportMediaTotals? totals)
    {
        if (totals is null)
        {
            return;
        }

        WriteCount(",\"media\":{\"groups\":"u8, totals.Groups);
        WriteCount(",\"copies\":"u8, totals.Copies);
        WriteCount(",\"redundant_bytes\":"u8, totals.RedundantBytes);
        WriteCount(",\"not_comparable\":"u8, totals.NotComparable);
        output.Write((byte)'}');
    }
}

namespace Doppel.Reports;

/// <content>Parses media.</content>
internal sealed partial class TextReportParser
{
    private void ReadMedia(MediaHead head)
    {
        ReadCopies(head.Copies, differs: true);
        MediaGroup = new ReportMediaGroup
        {
            Format = head.Format,
            Policy = head.Policy,
            Proof = head.Proof,
            Digest = head.Digest,
            PayloadBytes = head.Payload,
            RedundantBytes = head.Redundant,
            Copies = _copies.ConvertAll(copy => new ReportMediaCopy { Copy = copy, Size = -1, Content = -1 }),
        };
    }

    private bool IsAsWritten(ReadOnlySpan<byte> line, MediaHead head)
    {
        _again.DropPending();
        TextMediaLines.WriteHead(_again, head);
        return _again.Pending.SequenceEqual(line);
    }
}

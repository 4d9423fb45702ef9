using Doppel.Reports.Shared;

namespace Doppel.Reports.Text;

/// <content>What is about media.</content>
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
        IReadOnlyList<ReportMediaCopy> copies = Fitting(group.Copies);
        if (copies.Count < 2)
        {
            long fitting = copies.Sum(copy => copy.Copy.Names.Where((_, name) => _lines.Fits(copy.Copy, name)).Count());
            _leftOut.AddGroup(group.Copies[0].Copy.Names[0], fitting);
            return;
        }

        // Of what is listed, as everywhere in text.
        long redundant = copies.Count == group.Copies.Count ? group.RedundantBytes : MediaRules.Redundant(copies);
        BeginStrong();
        TextMediaLines.WriteHead(_output, new MediaHead(
            copies.Count, group.Format, group.PayloadBytes, redundant, group.Policy, group.Proof, group.Digest));
        EndStrong();
        _output.Write((byte)'\n');
        for (int i = 0; i < copies.Count; i++)
        {
            WriteNames(copies[i].Copy);
        }

        _differences.Write(copies);
        _output.Write((byte)'\n');
        _totals.Add(group with { Copies = copies, RedundantBytes = redundant });
    }

    // Mostly all.
    private IReadOnlyList<ReportMediaCopy> Fitting(IReadOnlyList<ReportMediaCopy> copies)
    {
        for (int i = 0; i < copies.Count; i++)
        {
            if (_lines.NamesThatFit(copies[i].Copy) == 0)
            {
                return [.. copies.Where(copy => _lines.NamesThatFit(copy.Copy) > 0)];
            }
        }

        return copies;
    }
}

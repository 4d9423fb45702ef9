using Doppel.Reports.Shared;

namespace Doppel.Reports.Text;

/// <summary>Writes a report for people.</summary>
internal sealed partial class TextReportWriter
{
    private readonly Utf8Output _output;
    private readonly Report _report;
    private readonly ReportWriteOptions _options;
    private readonly LabelledNames _names;
    private readonly LeftOut _leftOut = new();
    private readonly ListedTotals _totals = new();
    private readonly LineNames _lines;
    private readonly MediaDifferences _differences;
    private long _namesWritten;

    public TextReportWriter(Utf8Output output, Report report, ReportWriteOptions options)
    {
        _output = output;
        _report = report;
        _options = options;
        _names = new LabelledNames(report.Begin.Roots, options);
        // Escaped names hold no line break any more.
        _lines = new LineNames(_names, _leftOut, everyName: options.EscapeNames);
        _differences = new MediaDifferences(output);
    }

    public ReportWriteResult Write()
    {
        WriteFolders();
        foreach (ReportGroup group in _report.Groups)
        {
            WriteGroup(group);
        }

        WriteMedia();
        long uniques = 0;
        foreach (ReportUnique unique in _report.Uniques)
        {
            uniques += WriteUnique(unique.Copy, first: uniques == 0) ? 1 : 0;
        }

        if (uniques > 0)
        {
            _output.Write((byte)'\n');
        }

        // The totals count what is listed, so that they agree with it where something was left out.
        BeginStrong();
        TextLines.WriteTotal(_output, ToSummary(uniques));
        EndStrong();
        _output.Write((byte)'\n');
        return new ReportWriteResult
        {
            Groups = _totals.Groups,
            Names = _namesWritten,
            NamesLeftOut = _leftOut.Names,
            Problems = _leftOut.Problems,
        };
    }

    // Totals of folders and media are there whenever they were asked for, though there be none.
    private ReportSummary ToSummary(long uniques)
    {
        ReportSummary summary = _totals.ToSummary(_report.Summary.Complete, uniques, problems: 0);
        return summary with
        {
            Folders = _report.Summary.Folders is null ? summary.Folders : summary.Folders ?? new(),
            Media = _report.Summary.Media is not { } media
                ? summary.Media
                : (summary.Media ?? new()) with { NotComparable = media.NotComparable },
        };
    }

    private void WriteGroup(ReportGroup group)
    {
        int copies = _lines.CopiesThatFit(group);
        if (copies == 0)
        {
            return;
        }

        long redundant = RedundantOf(group, copies);
        BeginStrong();
        TextLines.WriteGroupHead(_output, new GroupHead(copies, group.Size, redundant, group.Proof, group.Digest));
        EndStrong();
        _output.Write((byte)'\n');
        for (int i = 0; i < group.Copies.Count; i++)
        {
            WriteNames(group.Copies[i]);
        }

        _output.Write((byte)'\n');
        _totals.Add(copies, redundant);
    }

    // Of what is listed: where copies are left out, those that they shared their blocks with may be left.
    private long RedundantOf(ReportGroup group, int copies)
    {
        if (copies == group.Copies.Count)
        {
            return group.RedundantBytes;
        }

        int storages = copies;
        foreach (IReadOnlyList<int> sharing in group.Shared ?? [])
        {
            storages -= Math.Max(0, sharing.Count(copy => IsListed(group.Copies[copy])) - 1);
        }

        return Math.Min(group.RedundantBytes, ListedTotals.Redundant(group.Size, storages));
    }

    private bool IsListed(ReportCopy copy) =>
        Enumerable.Range(0, copy.Names.Count).Any(name => _lines.Fits(copy, name));

    private bool WriteUnique(ReportCopy copy, bool first)
    {
        if (_lines.NamesThatFit(copy) == 0)
        {
            return false;
        }

        if (first)
        {
            BeginStrong();
            _output.Write(TextLines.UniqueHead);
            EndStrong();
            _output.Write((byte)'\n');
        }

        WriteNames(copy);
        return true;
    }

    private void WriteNames(ReportCopy copy)
    {
        bool first = true;
        for (int i = 0; i < copy.Names.Count; i++)
        {
            if (!_lines.Fits(copy, i))
            {
                continue;
            }

            _output.Write(first ? TextLines.FirstName : TextLines.FurtherName);
            _names.Write(_output, copy.Names[i], LineNames.RootOf(copy, i));
            _output.Write((byte)'\n');
            first = false;
            _namesWritten++;
        }
    }

    private void BeginStrong()
    {
        if (_options.Color)
        {
            _output.Write("\e[1m"u8);
        }
    }

    private void EndStrong()
    {
        if (_options.Color)
        {
            _output.Write("\e[0m"u8);
        }
    }
}

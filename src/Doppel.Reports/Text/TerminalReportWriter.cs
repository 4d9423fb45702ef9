namespace Doppel.Reports;

/// <summary>Writes a report for a person at a terminal.</summary>
internal sealed partial class TerminalReportWriter
{
    private readonly Utf8Output _output;
    private readonly Report _report;
    private readonly ReportWriteOptions _options;
    private readonly TerminalNames _names;
    private readonly MediaDifferences _differences;
    private long _groupsWritten;
    private long _namesWritten;

    public TerminalReportWriter(Utf8Output output, Report report, ReportWriteOptions options)
    {
        _output = output;
        _report = report;
        _options = options;
        _names = new TerminalNames(output, report.Begin.Roots, options);
        _differences = new MediaDifferences(output, options.Terminal!.Columns);
    }

    public ReportWriteResult Write()
    {
        if (!_options.TotalsOnly)
        {
            WriteFolders();
            foreach (ReportGroup group in _report.Groups)
            {
                WriteGroup(group);
            }

            foreach (ReportMediaGroup group in _report.MediaGroups)
            {
                WriteGroup(group);
            }

            WriteUniques();
        }

        WriteTotals();
        return new ReportWriteResult
        {
            Groups = _groupsWritten,
            Names = _namesWritten,
            NamesLeftOut = 0,
            Problems = [],
        };
    }

    private void WriteGroup(ReportGroup group)
    {
        BeginHead();
        _output.WriteCount(group.Copies.Count);
        if (group.Size < 0)
        {
            _output.Write(" copies of unknown size"u8);
        }
        else
        {
            _output.Write(" × "u8);
            _output.WriteText(ShortText.OfBytes(group.Size));
            WriteRedundant(group.FreedBytes ?? group.RedundantBytes);
        }

        EndHead();
        _names.BeginGroup();
        foreach (ReportCopy copy in group.Copies)
        {
            Compare(copy);
        }

        foreach (ReportCopy copy in group.Copies)
        {
            Write(copy);
        }

        _output.Write((byte)'\n');
        _groupsWritten++;
    }

    private void WriteGroup(ReportMediaGroup group)
    {
        MediaRules.Check(group);
        (string format, string content) = MediaNouns.Of(group.Format);
        BeginHead();
        _output.WriteCount(group.Copies.Count);
        _output.WriteText($" {format} files with the same {content}, different tags");
        WriteRedundant(group.RedundantBytes);
        EndHead();
        _names.BeginGroup();
        foreach (ReportMediaCopy copy in group.Copies)
        {
            Compare(copy.Copy);
        }

        foreach (ReportMediaCopy copy in group.Copies)
        {
            Write(copy.Copy);
        }

        _differences.Write(group.Copies);
        _output.Write((byte)'\n');
    }

    private void WriteUniques()
    {
        bool any = false;
        foreach (ReportUnique unique in _report.Uniques)
        {
            if (!any)
            {
                WriteHead("Unique files"u8);
            }

            any = true;
            _names.BeginGroup();
            Compare(unique.Copy);
            Write(unique.Copy);
        }

        if (any)
        {
            _output.Write((byte)'\n');
        }
    }

    private void Compare(ReportCopy copy)
    {
        for (int i = 0; i < copy.Names.Count; i++)
        {
            _names.Compare(copy.Names[i]);
        }
    }

    private void Write(ReportCopy copy)
    {
        for (int i = 0; i < copy.Names.Count; i++)
        {
            ReadOnlySpan<byte> before = i == 0 ? TextLines.FirstName : TextLines.FurtherName;
            _names.Write(before, copy.Names[i], LineNames.RootOf(copy, i));
            _namesWritten++;
        }

        foreach (ReportName companion in copy.Companions ?? [])
        {
            _names.WriteCompanion(companion);
        }
    }

    private void WriteRedundant(long bytes)
    {
        _output.Write(", "u8);
        _output.WriteText(ShortText.OfBytes(bytes));
        _output.Write(" redundant"u8);
    }

    private void WriteHead(ReadOnlySpan<byte> head)
    {
        BeginHead();
        _output.Write(head);
        EndHead();
    }

    private void BeginHead() => _output.Write(_options.Color ? "\e[36m"u8 : default);

    private void EndHead()
    {
        _output.Write(_options.Color ? "\e[0m"u8 : default);
        _output.Write((byte)'\n');
    }
}

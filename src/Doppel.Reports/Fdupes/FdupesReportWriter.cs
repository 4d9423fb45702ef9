namespace Doppel.Reports;

/// <summary>
/// Writes only names: one per line and an empty line after each group, or with NUL instead of line breaks.
/// </summary>
internal sealed class FdupesReportWriter
{
    private readonly Utf8Output _output;
    private readonly Report _report;
    private readonly LabelledNames _names;
    private readonly LeftOut _leftOut = new();
    private readonly LineNames _lines;
    private readonly byte _mark;
    private long _namesWritten;

    public FdupesReportWriter(Utf8Output output, Report report, ReportWriteOptions options)
    {
        // NUL-separated names are read by programs; escapes would lead them to files that do not exist.
        ReportWriteOptions naming = options.NulAfterNames ? options with { EscapeNames = false } : options;
        _output = output;
        _report = report;
        _names = new LabelledNames(report.Begin.Roots, naming);
        _lines = new LineNames(_names, _leftOut, everyName: options.NulAfterNames || options.EscapeNames);
        _mark = options.NulAfterNames ? (byte)0 : (byte)'\n';
    }

    public ReportWriteResult Write()
    {
        long groups = 0;
        foreach (ReportGroup group in _report.Groups)
        {
            if (_lines.CopiesThatFit(group) > 0)
            {
                WriteGroup(group);
                groups++;
            }
        }

        return new ReportWriteResult
        {
            Groups = groups,
            Names = _namesWritten,
            NamesLeftOut = _leftOut.Names,
            Problems = _leftOut.Problems,
        };
    }

    private void WriteGroup(ReportGroup group)
    {
        for (int i = 0; i < group.Copies.Count; i++)
        {
            ReportCopy copy = group.Copies[i];
            for (int j = 0; j < copy.Names.Count; j++)
            {
                if (_lines.Fits(copy, j))
                {
                    _names.Write(_output, copy.Names[j], LineNames.RootOf(copy, j));
                    _output.Write(_mark);
                    _namesWritten++;
                }
            }
        }

        _output.Write(_mark);
    }
}

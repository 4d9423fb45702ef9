namespace Doppel.Reports;

/// <summary>
/// Writes only names, each followed by a NUL, with one more NUL after each set. A symbolic link is a set of its name
/// and target.
/// </summary>
internal sealed class NulLinkWriter(Utf8Output output, LinkReport report, ReportWriteOptions options)
{
    private readonly LabelledNames _names = new(report.Begin.Roots, options);
    private long _namesWritten;
    private long _sets;

    public ReportWriteResult Write()
    {
        foreach (ReportHardLinks links in report.HardLinks)
        {
            WriteNames(links.Copy);
            EndSet();
        }

        foreach (ReportSymbolicLink link in report.SymbolicLinks)
        {
            _names.Write(output, link.Name, link.Root);
            output.Write((byte)0);
            output.Write(link.Target.Bytes);
            output.Write((byte)0);
            _namesWritten++;
            EndSet();
        }

        foreach (ReportReflinks reflinks in report.Reflinks)
        {
            foreach (ReportCopy copy in reflinks.Copies)
            {
                WriteNames(copy);
            }

            EndSet();
        }

        return new ReportWriteResult { Groups = _sets, Names = _namesWritten, NamesLeftOut = 0, Problems = [] };
    }

    private void WriteNames(ReportCopy copy)
    {
        for (int i = 0; i < copy.Names.Count; i++)
        {
            _names.Write(output, copy.Names[i], LineNames.RootOf(copy, i));
            output.Write((byte)0);
            _namesWritten++;
        }
    }

    private void EndSet()
    {
        output.Write((byte)0);
        _sets++;
    }
}

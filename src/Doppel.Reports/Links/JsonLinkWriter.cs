namespace Doppel.Reports;

/// <summary>Writes JSON Lines: begin, hard links, symbolic links, reflinks, problems, summary.</summary>
internal sealed class JsonLinkWriter(Utf8Output output, ReportWriteOptions options)
{
    private readonly JsonText _text = new(output, options.EscapeNames);
    private readonly JsonReportWriter _items = new(output, options);
    private long _names;
    private long _sets;

    public ReportWriteResult Write(LinkReport report)
    {
        _items.WriteBegin(report.Begin);
        foreach (ReportHardLinks links in report.HardLinks)
        {
            Write(links);
        }

        foreach (ReportSymbolicLink link in report.SymbolicLinks)
        {
            Write(link);
        }

        foreach (ReportReflinks reflinks in report.Reflinks)
        {
            Write(reflinks);
        }

        foreach (ReportProblem problem in report.Problems)
        {
            _items.WriteProblem(problem);
        }

        Write(report.Summary);
        return new ReportWriteResult { Groups = _sets, Names = _names, NamesLeftOut = 0, Problems = [] };
    }

    private void Write(ReportHardLinks links)
    {
        output.Write("{\"type\":\"hard_links\",\"size\":"u8);
        output.Write(links.Size);
        output.Write(",\"outside\":"u8);
        output.Write(links.Outside);
        output.Write(",\"frees_max\":"u8);
        output.Write(links.FreesMax);
        output.Write(",\"copy\":"u8);
        _items.WriteCopy(links.Copy);
        output.Write("}\n"u8);
        _names += links.Copy.Names.Count;
        _sets++;
    }

    private void Write(ReportSymbolicLink link)
    {
        output.Write("{\"type\":\"symbolic_link\",\"name\":"u8);
        _text.WriteName(link.Name.Bytes);
        output.Write(",\"root\":"u8);
        output.Write(link.Root);
        output.Write(",\"target\":"u8);
        _text.WriteName(link.Target.Bytes);
        output.Write(",\"state\":\""u8);
        output.Write(LinkStateWords.Of(link.State));
        output.Write((byte)'"');
        if (!link.Final.IsEmpty)
        {
            output.Write(",\"final\":"u8);
            _text.WriteName(link.Final.Bytes);
        }

        WriteIfKnown(",\"leaves_roots\":"u8, link.LeavesRoots);
        WriteIfKnown(",\"crosses_volumes\":"u8, link.CrossesVolumes);
        output.Write("}\n"u8);
        _names++;
    }

    private void Write(ReportReflinks reflinks)
    {
        output.Write("{\"type\":\"reflinks\",\"size\":"u8);
        output.Write(reflinks.Size);
        output.Write(",\"copies\":["u8);
        for (int i = 0; i < reflinks.Copies.Count; i++)
        {
            if (i > 0)
            {
                output.Write((byte)',');
            }

            _items.WriteCopy(reflinks.Copies[i]);
            _names += reflinks.Copies[i].Names.Count;
        }

        output.Write("]}\n"u8);
        _sets++;
    }

    private void Write(LinkSummary summary)
    {
        output.Write("{\"type\":\"summary\",\"complete\":"u8);
        output.Write(summary.Complete ? "true"u8 : "false"u8);
        WriteCount(",\"hard_link_sets\":"u8, summary.HardLinkSets);
        WriteCount(",\"hard_link_names\":"u8, summary.HardLinkNames);
        WriteCount(",\"symbolic_links\":"u8, summary.SymbolicLinks);
        WriteCount(",\"broken_links\":"u8, summary.BrokenLinks);
        WriteCount(",\"looping_links\":"u8, summary.LoopingLinks);
        WriteCount(",\"reflink_sets\":"u8, summary.ReflinkSets);
        WriteCount(",\"reflinked_files\":"u8, summary.ReflinkedFiles);
        WriteCount(",\"problems\":"u8, summary.Problems);
        WriteCount(",\"opened\":"u8, summary.Opened);
        _items.WriteTimes(summary.Seconds, summary.Stages);
        output.Write("}\n"u8);
    }

    private void WriteIfKnown(ReadOnlySpan<byte> field, bool? value)
    {
        if (value is { } known)
        {
            output.Write(field);
            output.Write(known ? "true"u8 : "false"u8);
        }
    }

    private void WriteCount(ReadOnlySpan<byte> field, long value)
    {
        output.Write(field);
        output.Write(value);
    }
}

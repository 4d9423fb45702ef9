namespace Doppel.Reports;

/// <summary>Writes a list of links as human-readable text.</summary>
internal sealed class TextLinkWriter
{
    private readonly Utf8Output _output;
    private readonly LinkReport _report;
    private readonly ReportWriteOptions _options;
    private readonly LabelledNames _names;
    private long _namesWritten;
    private long _setsWritten;

    public TextLinkWriter(Utf8Output output, LinkReport report, ReportWriteOptions options)
    {
        _output = output;
        _report = report;
        _options = options;
        _names = new LabelledNames(report.Begin.Roots, options) { QuotesBreaks = true };
    }

    public ReportWriteResult Write()
    {
        foreach (ReportHardLinks links in _report.HardLinks)
        {
            Write(links);
        }

        bool anyLink = false;
        foreach (ReportSymbolicLink link in _report.SymbolicLinks)
        {
            Write(link, first: !anyLink);
            anyLink = true;
        }

        if (anyLink)
        {
            _output.Write((byte)'\n');
        }

        foreach (ReportReflinks reflinks in _report.Reflinks)
        {
            Write(reflinks);
        }

        BeginStrong();
        WriteTotal(_report.Summary);
        EndStrong();
        return new ReportWriteResult
        {
            Groups = _setsWritten,
            Names = _namesWritten,
            NamesLeftOut = 0,
            Problems = [],
        };
    }

    private void Write(ReportHardLinks links)
    {
        ReportCopy copy = links.Copy;
        BeginStrong();
        WriteCount(copy.Names.Count, " name"u8, " names"u8);
        _output.Write(" of one file of "u8);
        TextLines.WriteBytes(_output, links.Size);
        _output.Write(", "u8);
        if (links.Outside > 0)
        {
            WriteCount(links.Outside, " more name"u8, " more names"u8);
            _output.Write(" elsewhere, frees nothing"u8);
        }
        else
        {
            _output.Write("frees at most "u8);
            TextLines.WriteBytes(_output, links.FreesMax);
        }

        EndStrong();
        WriteNames(copy);
        _output.Write((byte)'\n');
        _setsWritten++;
    }

    private void Write(ReportSymbolicLink link, bool first)
    {
        if (first)
        {
            BeginStrong();
            _output.Write("Symbolic links:"u8);
            EndStrong();
        }

        _output.Write(TextLines.FirstName);
        _names.Write(_output, link.Name, link.Root);
        _output.Write(" -> "u8);
        if (_options.EscapeNames)
        {
            ShownName.Write(_output, link.Target.Bytes);
        }
        else if (QuotedName.IsNeeded(link.Target.Bytes))
        {
            QuotedName.Write(_output, link.Target.Bytes);
        }
        else
        {
            _output.Write(link.Target.Bytes);
        }

        _output.Write(" ("u8);
        _output.Write(LinkStateWords.Of(link.State));
        _output.Write(link.LeavesRoots == true ? ", leaves the roots"u8 : ""u8);
        _output.Write(link.CrossesVolumes == true ? ", on another volume"u8 : ""u8);
        _output.Write(")\n"u8);
        _namesWritten++;
    }

    private void Write(ReportReflinks reflinks)
    {
        BeginStrong();
        WriteCount(reflinks.Copies.Count, " file"u8, " files"u8);
        _output.Write(" of "u8);
        TextLines.WriteBytes(_output, reflinks.Size);
        _output.Write(" in the same blocks"u8);
        EndStrong();
        foreach (ReportCopy copy in reflinks.Copies)
        {
            WriteNames(copy);
        }

        _output.Write((byte)'\n');
        _setsWritten++;
    }

    private void WriteNames(ReportCopy copy)
    {
        for (int i = 0; i < copy.Names.Count; i++)
        {
            _output.Write(i == 0 ? TextLines.FirstName : TextLines.FurtherName);
            _names.Write(_output, copy.Names[i], LineNames.RootOf(copy, i));
            _output.Write((byte)'\n');
            _namesWritten++;
        }
    }

    private void WriteTotal(LinkSummary summary)
    {
        _output.Write(summary.Complete ? TextLines.Total : TextLines.TotalSoFar);
        bool any = false;
        if (summary.HardLinkSets > 0)
        {
            WriteCount(summary.HardLinkSets, " file"u8, " files"u8);
            _output.Write(" with hard links ("u8);
            WriteCount(summary.HardLinkNames, " name"u8, " names"u8);
            _output.Write((byte)')');
            any = true;
        }

        if (summary.SymbolicLinks > 0)
        {
            _output.Write(any ? ", "u8 : ""u8);
            WriteCount(summary.SymbolicLinks, " symbolic link"u8, " symbolic links"u8);
            WriteDefects(summary);
            any = true;
        }

        if (summary.ReflinkSets > 0)
        {
            _output.Write(any ? ", "u8 : ""u8);
            WriteCount(summary.ReflinkSets, " set"u8, " sets"u8);
            _output.Write(" of reflinks ("u8);
            WriteCount(summary.ReflinkedFiles, " file"u8, " files"u8);
            _output.Write((byte)')');
            any = true;
        }

        _output.Write(any ? ""u8 : "no links"u8);
    }

    private void WriteDefects(LinkSummary summary)
    {
        if (summary.BrokenLinks + summary.LoopingLinks == 0)
        {
            return;
        }

        _output.Write(" ("u8);
        if (summary.BrokenLinks > 0)
        {
            _output.WriteCount(summary.BrokenLinks);
            _output.Write(" broken"u8);
        }

        if (summary.LoopingLinks > 0)
        {
            _output.Write(summary.BrokenLinks > 0 ? ", "u8 : ""u8);
            _output.WriteCount(summary.LoopingLinks);
            _output.Write(" in a loop"u8);
        }

        _output.Write((byte)')');
    }

    private void WriteCount(long count, ReadOnlySpan<byte> one, ReadOnlySpan<byte> many)
    {
        _output.WriteCount(count);
        _output.Write(count == 1 ? one : many);
    }

    private void BeginStrong()
    {
        if (_options.Color)
        {
            _output.Write("\e[1m"u8);
        }
    }

    // A highlighted text occupies a line of its own.
    private void EndStrong()
    {
        if (_options.Color)
        {
            _output.Write("\e[0m"u8);
        }

        _output.Write((byte)'\n');
    }
}

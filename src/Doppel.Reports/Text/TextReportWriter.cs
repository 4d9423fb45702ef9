namespace Doppel.Reports;

/// <summary>Writes a report as human-readable text.</summary>
internal sealed partial class TextReportWriter
{
    private readonly Utf8Output _output;
    private readonly Report _report;
    private readonly ReportWriteOptions _options;
    private readonly LabelledNames _names;
    private readonly MediaDifferences _differences;
    private long _groupsWritten;
    private long _namesWritten;
    private bool _detailsAnnounced;

    public TextReportWriter(Utf8Output output, Report report, ReportWriteOptions options)
    {
        _output = output;
        _report = report;
        _options = options;
        _names = new LabelledNames(report.Begin.Roots, options) { QuotesBreaks = true };
        _differences = new MediaDifferences(_output);
    }

    public ReportWriteResult Write()
    {
        if (!_options.TotalsOnly)
        {
            WriteItems();
        }

        BeginStrong();
        TextLines.WriteTotal(_output, _report.Summary);
        EndStrong();
        _output.Write((byte)'\n');
        return new ReportWriteResult
        {
            Groups = _groupsWritten,
            Names = _namesWritten,
            NamesLeftOut = 0,
            Problems = [],
        };
    }

    private void WriteItems()
    {
        WriteFolders();
        foreach (ReportGroup group in _report.Groups)
        {
            WriteGroup(group);
        }

        WriteMedia();
        bool any = false;
        foreach (ReportUnique unique in _report.Uniques)
        {
            WriteUnique(unique, first: !any);
            any = true;
        }

        if (any)
        {
            _output.Write((byte)'\n');
        }
    }

    private void WriteGroup(ReportGroup group)
    {
        int copies = group.Copies.Count;
        AnnounceDetails();
        BeginStrong();
        TextLines.WriteGroupHead(
            _output, new GroupHead(copies, group.Size, group.RedundantBytes, group.Proof, group.Digest));
        EndStrong();
        _output.Write((byte)'\n');
        for (int i = 0; i < copies; i++)
        {
            WriteNames(group.Copies[i], group.Size);
        }

        _output.Write((byte)'\n');
        _groupsWritten++;
    }

    private void WriteUnique(ReportUnique unique, bool first)
    {
        if (first)
        {
            AnnounceDetails();
            BeginStrong();
            _output.Write(TextLines.UniqueHead);
            EndStrong();
            _output.Write((byte)'\n');
        }

        WriteNames(unique.Copy, unique.Size);
    }

    private void AnnounceDetails()
    {
        if (_options.DetailsZone is not null && !_detailsAnnounced)
        {
            _detailsAnnounced = true;
            BeginStrong();
            _output.Write(TextDetails.Head);
            EndStrong();
            _output.Write((byte)'\n');
            foreach (ReportSavedVolume saved in _report.Begin.SavedVolumes)
            {
                TextDetails.WriteSaved(_output, saved, _options.DetailsZone);
            }
        }
    }

    // Lists of digests have no times.
    private static ReportTime? ModifiedOf(ReportCopy copy, int name)
    {
        bool isListed = copy.Modified == default && copy.Names[name].Bytes.StartsWith("catalog:"u8);
        return isListed ? null : copy.Modified;
    }

    private void WriteNames(ReportCopy copy, long size)
    {
        for (int i = 0; i < copy.Names.Count; i++)
        {
            _output.Write(i == 0 ? TextLines.FirstName : TextLines.FurtherName);
            if (_options.DetailsZone is { } zone)
            {
                TextDetails.Write(_output, size, ModifiedOf(copy, i), zone);
            }

            _names.Write(_output, copy.Names[i], LineNames.RootOf(copy, i));
            _output.Write((byte)'\n');
            _namesWritten++;
        }

        foreach (ReportName companion in copy.Companions ?? [])
        {
            _output.Write(TextLines.Companion);
            if (_options.DetailsZone is not null)
            {
                TextDetails.WriteBlank(_output);
            }

            _names.Write(_output, companion, RootOf(copy, companion));
            _output.Write((byte)'\n');
        }
    }

    // The root of a name in the same folder.
    private static int RootOf(ReportCopy copy, ReportName companion)
    {
        int beside = 0;
        while (beside < copy.Names.Count - 1 && !FolderOf(copy.Names[beside]).SequenceEqual(FolderOf(companion)))
        {
            beside++;
        }

        return LineNames.RootOf(copy, beside);
    }

    private static ReadOnlySpan<byte> FolderOf(ReportName name) =>
        name.Bytes[..(name.Bytes.LastIndexOfAny(PathShortener.Separators) + 1)];

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

using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>Writes JSON Lines: begin, folders, groups, media, unique files, problems, summary.</summary>
internal sealed partial class JsonReportWriter(Utf8Output output, ReportWriteOptions options)
{
    private readonly JsonText _text = new(output, options.EscapeNames);
    private long _names;

    public ReportWriteResult Write(Report report)
    {
        WriteBegin(report.Begin);
        WriteFolders(report);
        long groups = 0;
        foreach (ReportGroup group in report.Groups)
        {
            WriteGroup(group);
            groups++;
        }

        WriteMedia(report);
        foreach (ReportUnique unique in report.Uniques)
        {
            output.Write("{\"type\":\"unique\",\"size\":"u8);
            output.Write(unique.Size);
            output.Write(",\"copy\":"u8);
            WriteCopy(unique.Copy);
            output.Write("}\n"u8);
        }

        foreach (ReportProblem problem in report.Problems)
        {
            WriteProblem(problem);
        }

        WriteSummary(report.Summary);
        return new ReportWriteResult { Groups = groups, Names = _names, NamesLeftOut = 0, Problems = [] };
    }

    public void WriteBegin(ReportBegin begin)
    {
        output.Write("{\"type\":\"begin\",\"schema\":"u8);
        output.Write(begin.Schema);
        output.Write(",\"version\":"u8);
        _text.WriteString(begin.Version);
        output.Write(",\"command\":"u8);
        WriteNames(begin.Command);
        output.Write(",\"cwd\":"u8);
        _text.WriteName(begin.WorkingDirectory.Bytes);
        output.Write(",\"roots\":"u8);
        WriteNames(begin.Roots);
        output.Write(",\"started\":\""u8);
        output.Write(begin.Started);
        output.Write("\"}\n"u8);
    }

    private void WriteGroup(ReportGroup group)
    {
        output.Write("{\"type\":\"group\",\"size\":"u8);
        output.Write(group.Size);
        WriteProof(group.Proof);
        if (group.Digest is { } digest)
        {
            WriteDigest(digest);
        }

        output.Write(",\"redundant_bytes\":"u8);
        output.Write(group.RedundantBytes);
        if (group.Shared is { } shared)
        {
            WriteShared(shared, group.Copies.Count);
        }

        output.Write(",\"copies\":["u8);
        for (int i = 0; i < group.Copies.Count; i++)
        {
            if (i > 0)
            {
                output.Write((byte)',');
            }

            WriteCopy(group.Copies[i]);
        }

        output.Write("]}\n"u8);
    }

    private void WriteShared(IReadOnlyList<IReadOnlyList<int>> shared, int copies)
    {
        if (!SharedRules.Hold(shared, copies))
        {
            throw new ArgumentException("Shared of a group must be ascending lists of two or more of its copies each.");
        }

        output.Write(",\"shared\":["u8);
        for (int i = 0; i < shared.Count; i++)
        {
            WriteComma(i);
            output.Write((byte)'[');
            for (int j = 0; j < shared[i].Count; j++)
            {
                WriteComma(j);
                output.Write(shared[i][j]);
            }

            output.Write((byte)']');
        }

        output.Write((byte)']');
    }

    private void WriteProof(Proof proof)
    {
        output.Write(",\"proof\":\""u8);
        output.Write(ProofWords.Of(proof));
        output.Write((byte)'"');
    }

    private void WriteDigest(Digest128 digest)
    {
        output.Write(",\"digest\":\""u8);
        output.Write(digest.High, "x16");
        output.Write(digest.Low, "x16");
        output.Write((byte)'"');
    }

    public void WriteCopy(ReportCopy copy)
    {
        BeginCopy(copy);
        output.Write((byte)'}');
    }

    private void BeginCopy(ReportCopy copy)
    {
        CopyRules.Check(copy);
        output.Write("{\"names\":"u8);
        WriteNames(copy.Names);
        output.Write(",\"roots\":["u8);
        for (int i = 0; i < copy.Roots.Count; i++)
        {
            WriteComma(i);
            output.Write(copy.Roots[i]);
        }

        output.Write((byte)']');
        if (copy.Followed is { } followed)
        {
            output.Write(",\"followed\":["u8);
            for (int i = 0; i < followed.Count; i++)
            {
                WriteComma(i);
                output.Write(followed[i] ? "true"u8 : "false"u8);
            }

            output.Write((byte)']');
        }

        WriteFacts(copy);
        _names += copy.Names.Count;
    }

    private void WriteFacts(ReportCopy copy)
    {
        output.Write(",\"links\":"u8);
        output.Write(copy.Links);
        output.Write(",\"device\":\""u8);
        output.Write(copy.Device);
        output.Write("\",\"inode\":\""u8);
        output.Write(copy.Inode);
        output.Write("\",\"allocated\":"u8);
        output.Write(copy.Allocated);
        output.Write(",\"owner\":"u8);
        output.Write(copy.Owner);
        output.Write(",\"group\":"u8);
        output.Write(copy.Group);
        output.Write(",\"mode\":\""u8);
        OctalMode.Write(output, copy.Mode);
        output.Write("\",\"modified\":\""u8);
        output.Write(copy.Modified);
        output.Write((byte)'"');
    }

    public void WriteProblem(ReportProblem problem)
    {
        output.Write("{\"type\":\"problem\",\"path\":"u8);
        _text.WriteName(problem.Path.Bytes);
        output.Write(",\"step\":"u8);
        _text.WriteString(problem.Step);
        output.Write(",\"reason\":"u8);
        _text.WriteString(problem.Reason);
        output.Write(",\"message\":"u8);
        _text.WriteString(problem.Message);
        output.Write("}\n"u8);
    }

    private void WriteSummary(ReportSummary summary)
    {
        output.Write("{\"type\":\"summary\",\"complete\":"u8);
        output.Write(summary.Complete ? "true"u8 : "false"u8);
        WriteCount(",\"files\":"u8, summary.Files);
        WriteCount(",\"groups\":"u8, summary.Groups);
        WriteCount(",\"redundant_files\":"u8, summary.RedundantFiles);
        WriteCount(",\"redundant_bytes\":"u8, summary.RedundantBytes);
        WriteCount(",\"unique\":"u8, summary.Unique);
        WriteFolderTotals(summary.Folders);
        WriteMediaTotals(summary.Media);
        WriteCount(",\"problems\":"u8, summary.Problems);
        WriteCount(",\"opened\":"u8, summary.Opened);
        WriteCount(",\"bytes_read\":"u8, summary.BytesRead);
        WriteTimes(summary.Seconds, summary.Stages);
        output.Write("}\n"u8);
    }

    /// <summary>Writes the fields <c>seconds</c> and <c>stages</c> of a summary.</summary>
    public void WriteTimes(double seconds, IReadOnlyList<ReportStage> stages)
    {
        WriteSeconds(",\"seconds\":"u8, seconds);
        output.Write(",\"stages\":["u8);
        for (int i = 0; i < stages.Count; i++)
        {
            WriteComma(i);
            output.Write("{\"name\":"u8);
            _text.WriteString(stages[i].Name);
            WriteSeconds(",\"seconds\":"u8, stages[i].Seconds);
            output.Write((byte)'}');
        }

        output.Write((byte)']');
    }

    private void WriteNames(IReadOnlyList<ReportName> names)
    {
        output.Write((byte)'[');
        for (int i = 0; i < names.Count; i++)
        {
            WriteComma(i);
            _text.WriteName(names[i].Bytes);
        }

        output.Write((byte)']');
    }

    private void WriteCount(ReadOnlySpan<byte> field, long value)
    {
        output.Write(field);
        output.Write(value);
    }

    private void WriteSeconds(ReadOnlySpan<byte> field, double value)
    {
        if (!double.IsFinite(value))
        {
            throw new ArgumentException("Seconds in a summary must be a finite number.");
        }

        output.Write(field);
        output.Write(value);
    }

    private void WriteComma(int index)
    {
        if (index > 0)
        {
            output.Write((byte)',');
        }
    }
}

namespace Doppel.Reports;

/// <summary>Writes JSON Lines: begin, folders, groups, media, unique files, problems, summary.</summary>
/// <remarks>
/// Groups and unique files are as many as a search finds, so their lines are written by hand: 165 instead of 260 ns a
/// copy (docs/decisions/json.md). All others are written from the list of fields that reads them.
/// </remarks>
internal sealed class JsonReportWriter(Utf8Output output, ReportWriteOptions options)
{
    private readonly JsonLinesWriter _lines = new(output, options.Escapes);
    private readonly JsonText _text = new(output, options.Escapes);
    private long _names;
    private long _groups;

    /// <summary>Gets what was written so far.</summary>
    public ReportWriteResult Written => new() { Groups = _groups, Names = _names, NamesLeftOut = 0, Problems = [] };

    public ReportWriteResult Write(Report report)
    {
        _lines.Write(JsonItems.Begin, report.Begin);
        foreach (ReportFolderGroup group in report.FolderGroups)
        {
            _lines.Write(JsonItems.FolderGroup, group);
            _names += group.Folders.Count;
        }

        foreach (ReportContainedFolder folder in report.ContainedFolders)
        {
            _lines.Write(JsonItems.Contained, folder);
            _names += 2;
        }

        foreach (ReportFolder folder in report.EmptyFolders)
        {
            _lines.Write(JsonItems.Empty, folder);
            _names++;
        }

        foreach (ReportGroup group in report.Groups)
        {
            WriteGroup(group);
        }

        foreach (ReportMediaGroup group in report.MediaGroups)
        {
            _lines.Write(JsonItems.MediaGroup, group);
            _names += group.Copies.Sum(static copy => copy.Copy.Names.Count);
        }

        foreach (ReportNotComparable item in report.NotComparable)
        {
            _lines.Write(JsonItems.NotComparable, item);
        }

        foreach (ReportUnique unique in report.Uniques)
        {
            WriteUnique(unique);
        }

        foreach (ReportProblem problem in report.Problems)
        {
            _lines.Write(JsonItems.Problem, problem);
        }

        _lines.Write(JsonItems.Summary, report.Summary);
        return Written;
    }

    /// <summary>Writes an item of a kind that is not as frequent as groups and unique files.</summary>
    public void WriteItem<T>(JsonCodec<T> codec, T item) => _lines.Write(codec, item);

    /// <summary>Counts names of an item that <see cref="WriteItem"/> has written.</summary>
    public void CountNames(int names) => _names += names;

    public void WriteUnique(ReportUnique unique)
    {
        output.Write("{\"type\":\"unique\",\"size\":"u8);
        output.Write(unique.Size);
        output.Write(",\"copy\":"u8);
        WriteCopy(unique.Copy);
        output.Write("}\n"u8);
    }

    public void WriteGroup(ReportGroup group)
    {
        _groups++;
        output.Write("{\"type\":\"group\",\"size\":"u8);
        output.Write(group.Size);
        output.Write(",\"proof\":\""u8);
        output.Write(ProofWords.Of(group.Proof));
        output.Write((byte)'"');
        if (group.Digest is { } digest)
        {
            output.Write(",\"digest\":\""u8);
            output.Write(digest);
            output.Write((byte)'"');
        }

        output.Write(",\"redundant_bytes\":"u8);
        output.Write(group.RedundantBytes);
        if (group.FreedBytes is { } freed)
        {
            output.Write(",\"freed_bytes\":"u8);
            output.Write(freed);
        }

        if (group.Shared is { } shared)
        {
            WriteShared(shared, group.Copies.Count);
        }

        output.Write(",\"copies\":["u8);
        for (int i = 0; i < group.Copies.Count; i++)
        {
            WriteComma(i);
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

    private void WriteCopy(ReportCopy copy)
    {
        CopyRules.Check(copy);
        output.Write("{\"names\":["u8);
        WriteNames(copy.Names);
        output.Write("],\"roots\":["u8);
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

        if (copy.Companions is { } companions)
        {
            output.Write(",\"companions\":["u8);
            WriteNames(companions);
            output.Write((byte)']');
        }

        output.Write(",\"links\":"u8);
        output.Write(copy.Links);
        if (ReportSavedVolume.HostOf(copy.Names[0]) is { } host)
        {
            // For other programs. Readers here take it from the names.
            output.Write(",\"host\":"u8);
            _text.WriteString(host);
        }

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
        output.Write("\"}"u8);
        _names += copy.Names.Count;
    }

    private void WriteNames(IReadOnlyList<ReportName> names)
    {
        for (int i = 0; i < names.Count; i++)
        {
            WriteComma(i);
            _text.WriteName(names[i].Bytes);
        }
    }

    private void WriteComma(int index)
    {
        if (index > 0)
        {
            output.Write((byte)',');
        }
    }
}

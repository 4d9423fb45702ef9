using System.Text.Unicode;

namespace Doppel.Reports;

/// <summary>Writes one row per name, as specified in RFC 4180.</summary>
internal sealed class CsvReportWriter(Utf8Output output, ReportWriteOptions options)
{
    private long _names;

    public ReportWriteResult Write(Report report)
    {
        output.Write(CsvColumns.HeadLine);
        output.Write("\r\n"u8);
        long groups = 0;
        foreach (ReportGroup group in report.Groups)
        {
            groups++;
            for (int i = 0; i < group.Copies.Count; i++)
            {
                WriteCopy(group, groups, i, group.Copies[i]);
            }
        }

        foreach (ReportUnique unique in report.Uniques)
        {
            WriteUnique(unique);
        }

        return new ReportWriteResult { Groups = groups, Names = _names, NamesLeftOut = 0, Problems = [] };
    }

    private void WriteCopy(ReportGroup group, long number, int index, ReportCopy copy)
    {
        CopyRules.Check(copy);
        for (int i = 0; i < copy.Names.Count; i++)
        {
            output.Write(number);
            output.Write((byte)',');
            output.Write(group.Size);
            output.Write((byte)',');
            output.Write(ProofWords.Of(group.Proof));
            output.Write((byte)',');
            if (group.Digest is { } digest)
            {
                output.Write(digest);
            }

            output.Write((byte)',');
            output.Write(group.RedundantBytes);
            output.Write((byte)',');
            output.Write(group.Copies.Count);
            output.Write((byte)',');
            output.Write(index + 1);
            WriteRest(copy, i, group.FreedBytes);
        }
    }

    private void WriteUnique(ReportUnique unique)
    {
        CopyRules.Check(unique.Copy);
        for (int i = 0; i < unique.Copy.Names.Count; i++)
        {
            output.Write((byte)',');
            output.Write(unique.Size);
            output.Write(",,,0,1,1"u8);
            WriteRest(unique.Copy, i, freed: null);
        }
    }

    private void WriteRest(ReportCopy copy, int name, long? freed)
    {
        output.Write((byte)',');
        output.Write(copy.Names.Count);
        output.Write((byte)',');
        output.Write(copy.Links);
        output.Write((byte)',');
        output.Write(copy.Device);
        output.Write((byte)',');
        output.Write(copy.Inode);
        output.Write((byte)',');
        output.Write(copy.Allocated);
        output.Write((byte)',');
        output.Write(copy.Owner);
        output.Write((byte)',');
        output.Write(copy.Group);
        output.Write((byte)',');
        OctalMode.Write(output, copy.Mode);
        output.Write((byte)',');
        output.Write(copy.Modified);
        output.Write((byte)',');
        output.Write(copy.Roots[name]);
        output.Write((byte)',');
        if (copy.Followed is { } followed)
        {
            output.Write(followed[name] ? (byte)'1' : (byte)'0');
        }

        output.Write((byte)',');
        WritePath(copy.Names[name].Bytes);
        output.Write((byte)',');
        if (freed is { } bytes)
        {
            output.Write(bytes);
        }

        output.Write("\r\n"u8);
        _names++;
    }

    private void WritePath(ReadOnlySpan<byte> path)
    {
        // For terminals, base64 also encodes names that could deceive the reader, because CSV has no escapes.
        if (!Utf8.IsValid(path) || (options.EscapeNames && !NameHazards.IsPlain(path)))
        {
            output.Write((byte)',');
            output.WriteBase64(path);
            return;
        }

        if (path.IndexOfAny(",\"\r\n"u8) < 0)
        {
            output.Write(path);
        }
        else
        {
            WriteQuoted(path);
        }

        output.Write((byte)',');
    }

    private void WriteQuoted(ReadOnlySpan<byte> text)
    {
        output.Write((byte)'"');
        int at;
        while ((at = text.IndexOf((byte)'"')) >= 0)
        {
            output.Write(text[..at]);
            output.Write("\"\""u8);
            text = text[(at + 1)..];
        }

        output.Write(text);
        output.Write((byte)'"');
    }
}

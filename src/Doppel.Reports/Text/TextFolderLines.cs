namespace Doppel.Reports;

/// <summary>The lines for folders other than names, shared by writer and parser so that they cannot diverge.</summary>
internal static class TextFolderLines
{
    /// <summary>Gets the prefix of the folder that contains another one.</summary>
    public static ReadOnlySpan<byte> Container => "  < "u8;

    /// <summary>Gets the header of the empty folders.</summary>
    public static ReadOnlySpan<byte> EmptyHead => "Empty folders:"u8;

    private static ReadOnlySpan<byte> Equal => " identical folders of "u8;

    private static ReadOnlySpan<byte> Contained => " contained folder of "u8;

    /// <summary>Returns whether a report in this format may start with the line.</summary>
    public static bool IsFirstLine(ReadOnlySpan<byte> line)
    {
        var scan = new LineScan(line);
        return line.SequenceEqual(EmptyHead)
            || (scan.TryTakeNumber(out _) && (scan.TryTake(Equal) || scan.TryTake(Contained)));
    }

    /// <summary>Writes the header line without a line break.</summary>
    public static void WriteHead(Utf8Output output, FolderHead head)
    {
        output.WriteCount(head.Folders);
        output.Write(head.Match is null ? Contained : Equal);
        TextLines.WriteBytes(output, head.Content.Bytes);
        output.Write(" in "u8);
        output.WriteCount(head.Content.Files);
        output.Write(head.Content.Files == 1 ? " file, "u8 : " files, "u8);
        output.WriteCount(head.Content.Entries);
        output.Write(head.Content.Entries == 1 ? " entry, "u8 : " entries, "u8);
        TextLines.WriteBytes(output, head.Redundant);
        output.Write(" redundant"u8);
        if (head.Match is { } match)
        {
            output.Write(match == FolderMatch.Name ? ", by name"u8 : ", by content"u8);
        }

        output.Write(", "u8);
        output.Write(ProofWords.Of(head.Content.Proof));
    }

    /// <summary>Parses a header line. The caller writes it again and compares, which verifies every byte.</summary>
    public static bool TryReadHead(ReadOnlySpan<byte> line, out FolderHead head)
    {
        head = default;
        var scan = new LineScan(line);
        if (!scan.TryTakeNumber(out long folders) || folders is < 1 or > int.MaxValue)
        {
            return false;
        }

        bool isEqual = scan.TryTake(Equal);
        if ((!isEqual && !scan.TryTake(Contained)) || isEqual != folders > 1
            || !scan.TryTakeNumber(out long bytes) || !scan.TrySkipPast(" in "u8)
            || !scan.TryTakeNumber(out long files) || !scan.TrySkipPast(", "u8)
            || !scan.TryTakeNumber(out long entries) || !scan.TrySkipPast(", "u8)
            || !scan.TryTakeNumber(out long redundant) || !scan.TrySkipPast(" redundant"u8))
        {
            return false;
        }

        FolderMatch? match = null;
        if (isEqual && scan.TryTake(", by name"u8))
        {
            match = FolderMatch.Name;
        }
        else if (isEqual && scan.TryTake(", by content"u8))
        {
            match = FolderMatch.Content;
        }

        if (isEqual != match is not null || !scan.TryTake(", "u8) || !ProofWords.TryParse(scan.Rest, out Proof proof))
        {
            return false;
        }

        head = new FolderHead((int)folders, match, new FolderContent(bytes, files, entries, proof), redundant);
        return true;
    }

    /// <summary>Writes the folders' part of the total line, which precedes the rest.</summary>
    public static void WriteTotals(Utf8Output output, ReportFolderTotals totals)
    {
        Write(output, totals.Groups, " group of folders, "u8, " groups of folders, "u8);
        Write(output, totals.RedundantFolders, " redundant folder, "u8, " redundant folders, "u8);
        Write(output, totals.Contained, " contained folder, "u8, " contained folders, "u8);
        Write(output, totals.Empty, " empty folder, "u8, " empty folders, "u8);
        TextLines.WriteBytes(output, totals.RedundantBytes);
        output.Write(" redundant in folders; "u8);
    }

    /// <summary>Parses that part, if present. The caller writes the line again and compares.</summary>
    public static ReportFolderTotals? TakeTotals(ref LineScan scan)
    {
        LineScan ahead = scan;
        if (!ahead.TryTakeNumber(out long groups) || !ahead.TrySkipPast(" of folders, "u8)
            || !ahead.TryTakeNumber(out long redundant) || !ahead.TrySkipPast(", "u8)
            || !ahead.TryTakeNumber(out long contained) || !ahead.TrySkipPast(", "u8)
            || !ahead.TryTakeNumber(out long empty) || !ahead.TrySkipPast(", "u8)
            || !ahead.TryTakeNumber(out long bytes) || !ahead.TrySkipPast(" redundant in folders; "u8))
        {
            return null;
        }

        scan = ahead;
        return new ReportFolderTotals
        {
            Groups = groups,
            RedundantFolders = redundant,
            Contained = contained,
            Empty = empty,
            RedundantBytes = bytes,
        };
    }

    private static void Write(Utf8Output output, long count, ReadOnlySpan<byte> one, ReadOnlySpan<byte> many)
    {
        output.WriteCount(count);
        output.Write(count == 1 ? one : many);
    }
}

/// <summary>The contents of a header line for folders. A null match means a single contained folder.</summary>
internal readonly record struct FolderHead(int Folders, FolderMatch? Match, FolderContent Content, long Redundant);

using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>
/// The lines of the text format other than names, shared by writer and parser so that they cannot diverge.
/// </summary>
internal static class TextLines
{
    private static readonly string[] s_units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];

    /// <summary>Gets the prefix of the first name of a copy.</summary>
    public static ReadOnlySpan<byte> FirstName => "    "u8;

    /// <summary>Gets the prefix of every other name of the same inode.</summary>
    public static ReadOnlySpan<byte> FurtherName => "  = "u8;

    /// <summary>Gets the prefix of a companion, behind the names of its copy.</summary>
    public static ReadOnlySpan<byte> Companion => "  + "u8;

    /// <summary>Gets the header of the files without a duplicate.</summary>
    public static ReadOnlySpan<byte> UniqueHead => "Unique files:"u8;

    /// <summary>Gets the start of the last line.</summary>
    public static ReadOnlySpan<byte> Total => "Total: "u8;

    /// <summary>Gets the start of the last line of an interrupted search.</summary>
    public static ReadOnlySpan<byte> TotalSoFar => "Total so far: "u8;

    // With what an earlier search reported left out.
    private static ReadOnlySpan<byte> New => " new group"u8;

    private static ReadOnlySpan<byte> NoNew => "no new duplicates"u8;

    /// <summary>Returns whether a report in this format may start with the line.</summary>
    public static bool IsFirstLine(ReadOnlySpan<byte> line)
    {
        var scan = new LineScan(line);
        return line.SequenceEqual(UniqueHead) || line.StartsWith(Total) || line.StartsWith(TotalSoFar)
            || TextFolderLines.IsFirstLine(line) || TextMediaLines.IsFirstLine(line)
            || line.SequenceEqual(TextDetails.Head)
            || (scan.TryTakeNumber(out _) && scan.TryTake(" copies of "u8));
    }

    /// <summary>Writes the header line of a group without a line break.</summary>
    public static void WriteGroupHead(Utf8Output output, GroupHead head)
    {
        output.WriteCount(head.Copies);
        output.Write(" copies of "u8);
        if (head.Size < 0)
        {
            output.Write("unknown size"u8);
        }
        else
        {
            WriteBytes(output, head.Size);
            output.Write(", "u8);
            WriteBytes(output, head.Redundant);
            output.Write(" redundant"u8);
        }

        WriteProof(output, head.Proof, head.Digest);
    }

    /// <summary>Writes the end of a header line: the proof, and the digest if known.</summary>
    public static void WriteProof(Utf8Output output, Proof proof, Digest128? known)
    {
        output.Write(", "u8);
        output.Write(ProofWords.Of(proof));
        if (known is not null && proof != Proof.Digest)
        {
            output.Write(", "u8);
            output.Write(ProofWords.Of(Proof.Digest));
        }

        if (known is { } digest)
        {
            output.Write((byte)' ');
            output.Write(digest);
        }
    }

    /// <summary>Parses a header line. The caller writes it again and compares, which verifies every byte.</summary>
    public static bool TryReadGroupHead(ReadOnlySpan<byte> line, out GroupHead head)
    {
        head = default;
        var scan = new LineScan(line);
        if (!scan.TryTakeNumber(out long copies) || copies is < 2 or > int.MaxValue || !scan.TryTake(" copies of "u8))
        {
            return false;
        }

        long size = -1;
        long redundant = 0;
        if (!scan.TryTake("unknown size"u8)
            && (!scan.TryTakeNumber(out size) || !scan.TrySkipPast(" B"u8) || !scan.TrySkipPast(", "u8)
                || !scan.TryTakeNumber(out redundant) || !scan.TrySkipPast(" redundant"u8)
                || !ListedTotals.CanBeRedundant(redundant, size, (int)copies)))
        {
            return false;
        }

        if (!TryTakeProof(ref scan, out Proof proof, out Digest128? digest))
        {
            return false;
        }

        head = new GroupHead((int)copies, size, redundant, proof, digest);
        return true;
    }

    /// <summary>Parses the end of a header line. The caller writes it again and compares.</summary>
    public static bool TryTakeProof(ref LineScan scan, out Proof proof, out Digest128? digest)
    {
        proof = Proof.Digest;
        foreach (Proof one in ProofWords.All)
        {
            LineScan after = scan;
            if (one != Proof.Digest && after.TryTake(", "u8) && after.TryTake(ProofWords.Of(one)))
            {
                proof = one;
                scan = after;
                break;
            }
        }

        digest = null;
        if (scan.TryTake(", xxh3-128"u8) && scan.TryTake(" "u8))
        {
            if (!HexDigests.TryParse(scan.Rest, out Digest128 value))
            {
                return false;
            }

            digest = value;
        }

        return true;
    }

    /// <summary>Writes the last line without a line break.</summary>
    public static void WriteTotal(Utf8Output output, ReportSummary summary)
    {
        output.Write(summary.Complete ? Total : TotalSoFar);
        if (summary.Folders is { } folders)
        {
            TextFolderLines.WriteTotals(output, folders);
        }

        if (summary.Groups == 0)
        {
            output.Write(NoGroups(summary));
            WriteKnown(output, summary, " groups"u8);
        }
        else
        {
            output.WriteCount(summary.Groups);
            output.Write(summary.KnownGroups is null ? " group"u8 : New);
            output.Write(summary.Groups == 1 ? ""u8 : "s"u8);
            WriteKnown(output, summary, ""u8);
            output.Write(", "u8);
            output.WriteCount(summary.RedundantFiles);
            output.Write(summary.RedundantFiles == 1 ? " redundant file, "u8 : " redundant files, "u8);
            WriteBytes(output, summary.RedundantBytes);
            output.Write(" redundant"u8);
        }

        if (summary.Unique > 0)
        {
            output.Write(", "u8);
            output.WriteCount(summary.Unique);
            output.Write(summary.Unique == 1 ? " unique file"u8 : " unique files"u8);
        }

        if (summary.Media is { } media)
        {
            TextMediaLines.WriteTotals(output, media);
        }
    }

    /// <summary>Parses a last line. The caller writes it again and compares.</summary>
    public static bool TryReadTotal(ReadOnlySpan<byte> line, out ReportSummary summary)
    {
        summary = new ReportSummary { Complete = line.StartsWith(Total) };
        var scan = new LineScan(line);
        if (!scan.TryTake(Total) && !scan.TryTake(TotalSoFar))
        {
            return false;
        }

        summary = summary with { Folders = TextFolderLines.TakeTotals(ref scan) };
        if (scan.TryTake(NoNew))
        {
            summary = summary with { KnownGroups = TakeKnown(ref scan) };
        }
        else if (!scan.TryTake(NoGroups(summary)))
        {
            if (!scan.TryTakeNumber(out long groups))
            {
                return false;
            }

            if (scan.TryTake(New))
            {
                scan.TryTake("s"u8);
                summary = summary with { KnownGroups = TakeKnown(ref scan) };
            }

            if (!scan.TrySkipPast(", "u8)
                || !scan.TryTakeNumber(out long files) || !scan.TrySkipPast(", "u8)
                || !scan.TryTakeNumber(out long bytes) || !scan.TrySkipPast(" redundant"u8))
            {
                return false;
            }

            summary = summary with { Groups = groups, RedundantFiles = files, RedundantBytes = bytes };
        }

        if (scan.TryTake(", "u8) && scan.TryTakeNumber(out long uniques))
        {
            summary = summary with { Unique = uniques };
            scan.TrySkipPast(" unique file"u8);
            scan.TryTake("s"u8);
        }

        summary = summary with { Media = TextMediaLines.TakeTotals(ref scan) };
        return true;
    }

    private static ReadOnlySpan<byte> NoGroups(ReportSummary summary) => (summary.KnownGroups, summary.Folders) switch
    {
        (not null, _) => NoNew,
        (null, not null) => "no other duplicates"u8,
        _ => "no duplicates"u8,
    };

    private static void WriteKnown(Utf8Output output, ReportSummary summary, ReadOnlySpan<byte> noun)
    {
        if (summary.KnownGroups is { } known)
        {
            output.Write(" ("u8);
            output.WriteCount(known);
            output.Write(known == 1 ? noun.TrimEnd((byte)'s') : noun);
            output.Write(" known)"u8);
        }
    }

    private static long? TakeKnown(ref LineScan scan)
    {
        if (!scan.TryTake(" ("u8) || !scan.TryTakeNumber(out long known))
        {
            return null;
        }

        scan.TrySkipPast(" known)"u8);
        return known;
    }

    /// <summary>
    /// Writes the exact number of bytes and, from 1 KiB, also the number in the largest suitable unit, rounded to a
    /// tenth.
    /// </summary>
    public static void WriteBytes(Utf8Output output, long bytes)
    {
        output.WriteCount(bytes);
        output.Write(" B"u8);
        if (bytes < 1024)
        {
            return;
        }

        (ulong tenths, string unit) = Scaled(bytes);
        output.Write(" ("u8);
        output.Write(tenths / 10);
        output.Write((byte)'.');
        output.Write(tenths % 10);
        output.Write((byte)' ');
        foreach (char letter in unit)
        {
            output.Write((byte)letter);
        }

        output.Write((byte)')');
    }

    /// <summary>Returns the number of bytes, at least 1 KiB, in tenths of the largest suitable unit.</summary>
    public static (ulong Tenths, string Unit) Scaled(long bytes)
    {
        int unit = 0;
        ulong scale = 1024;
        // Uses the next unit if rounding would show 1024.0 of the smaller one.
        while (unit < s_units.Length - 1 && Tenths((ulong)bytes, scale) >= 10_240)
        {
            unit++;
            scale *= 1024;
        }

        return (Tenths((ulong)bytes, scale), s_units[unit]);
    }

    // Computed in two parts, since ten times the number of bytes may overflow.
    private static ulong Tenths(ulong bytes, ulong scale) =>
        (bytes / scale * 10) + (((bytes % scale * 10) + (scale / 2)) / scale);
}

/// <summary>The contents of a group's header line.</summary>
internal readonly record struct GroupHead(int Copies, long Size, long Redundant, Proof Proof, Digest128? Digest);

using System.Text;
using Doppel.Hashing;

namespace Doppel.Reports;

/// <summary>The lines for media other than names, shared by writer and parser so that they cannot diverge.</summary>
internal static class TextMediaLines
{
    /// <summary>Gets the prefix of each line that shows how copies differ. Such lines are not read back.</summary>
    public static ReadOnlySpan<byte> Difference => "  ~ "u8;

    private static ReadOnlySpan<byte> Copies => " media copies, "u8;

    /// <summary>Returns whether a report in this format may start with the line.</summary>
    public static bool IsFirstLine(ReadOnlySpan<byte> line)
    {
        var scan = new LineScan(line);
        return scan.TryTakeNumber(out _) && scan.TryTake(Copies);
    }

    /// <summary>Writes the header line without a line break.</summary>
    public static void WriteHead(Utf8Output output, MediaHead head)
    {
        output.WriteCount(head.Copies);
        output.Write(Copies);
        output.Write(Encoding.UTF8.GetBytes(head.Format));
        output.Write(" of "u8);
        TextLines.WriteBytes(output, head.Payload);
        output.Write(", "u8);
        TextLines.WriteBytes(output, head.Redundant);
        output.Write(" redundant, "u8);
        output.Write(MediaPolicyWords.Of(head.Policy));
        TextLines.WriteProof(output, head.Proof, head.Digest);
    }

    /// <summary>Parses a header line. The caller writes it again and compares, which verifies every byte.</summary>
    public static bool TryReadHead(ReadOnlySpan<byte> line, out MediaHead head)
    {
        head = default;
        var scan = new LineScan(line);
        if (!scan.TryTakeNumber(out long copies) || copies is < 2 or > int.MaxValue || !scan.TryTake(Copies))
        {
            return false;
        }

        int end = scan.Rest.IndexOf(" of "u8);
        string format = Encoding.Latin1.GetString(scan.Rest[..Math.Max(0, end)]);
        if (!MediaRules.IsFormatWord(format) || !scan.TrySkipPast(" of "u8)
            || !scan.TryTakeNumber(out long payload) || payload < 1 || !scan.TrySkipPast(", "u8)
            || !scan.TryTakeNumber(out long redundant) || !scan.TrySkipPast(" redundant, "u8))
        {
            return false;
        }

        ReportMediaPolicy policy = scan.TryTake(MediaPolicyWords.Of(ReportMediaPolicy.Loose))
            ? ReportMediaPolicy.Loose
            : ReportMediaPolicy.Strict;
        if ((policy == ReportMediaPolicy.Strict && !scan.TryTake(MediaPolicyWords.Of(policy)))
            || !TextLines.TryTakeProof(ref scan, out Proof proof, out Digest128? digest))
        {
            return false;
        }

        head = new MediaHead((int)copies, format, payload, redundant, policy, proof, digest);
        return true;
    }

    /// <summary>Writes the media part of the total line, which follows the rest.</summary>
    public static void WriteTotals(Utf8Output output, ReportMediaTotals totals)
    {
        output.Write("; "u8);
        if (totals.Groups == 0)
        {
            output.Write("no media groups"u8);
        }
        else
        {
            Write(output, totals.Groups, " media group, "u8, " media groups, "u8);
            Write(output, totals.Copies, " copy, "u8, " copies, "u8);
            TextLines.WriteBytes(output, totals.RedundantBytes);
            output.Write(" redundant in media"u8);
        }

        if (totals.NotComparable > 0)
        {
            output.Write(", "u8);
            Write(output, totals.NotComparable, " media file not comparable"u8, " media files not comparable"u8);
        }

        if (totals.LooseGroups > 0)
        {
            output.Write(", up to "u8);
            Write(output, totals.LooseGroups, " more group"u8, " more groups"u8);
            output.Write(" with --media-policy loose"u8);
        }
    }

    /// <summary>Parses that part, if present. The caller writes the line again and compares.</summary>
    public static ReportMediaTotals? TakeTotals(ref LineScan scan)
    {
        if (!scan.TryTake("; "u8))
        {
            return null;
        }

        var totals = new ReportMediaTotals();
        if (!scan.TryTake("no media groups"u8))
        {
            if (!scan.TryTakeNumber(out long groups) || !scan.TrySkipPast(", "u8)
                || !scan.TryTakeNumber(out long copies) || !scan.TrySkipPast(", "u8)
                || !scan.TryTakeNumber(out long bytes) || !scan.TrySkipPast(" redundant in media"u8))
            {
                return null;
            }

            totals = totals with { Groups = groups, Copies = copies, RedundantBytes = bytes };
        }

        bool isLoose = scan.TryTake(", up to "u8);
        if (!isLoose && scan.TryTake(", "u8) && scan.TryTakeNumber(out long notComparable)
            && scan.TrySkipPast(" not comparable"u8))
        {
            totals = totals with { NotComparable = notComparable };
            isLoose = scan.TryTake(", up to "u8);
        }

        return isLoose && scan.TryTakeNumber(out long loose) ? totals with { LooseGroups = loose } : totals;
    }

    private static void Write(Utf8Output output, long count, ReadOnlySpan<byte> one, ReadOnlySpan<byte> many)
    {
        output.WriteCount(count);
        output.Write(count == 1 ? one : many);
    }
}

/// <summary>The contents of a media group's header line.</summary>
internal readonly record struct MediaHead(
    int Copies, string Format, long Payload, long Redundant, ReportMediaPolicy Policy, Proof Proof, Digest128? Digest);

using System.Globalization;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Formats the summary of a search for people.</summary>
internal static class SummaryPrinter
{
    /// <summary>
    /// Returns the summary as one line. The text format prints its own totals, so they can be omitted here.
    /// </summary>
    internal static string Line(ReportSummary summary, bool withTotals)
    {
        string searched = string.Create(
            CultureInfo.InvariantCulture, $"{Count(summary.Files, "file")} searched in {summary.Seconds:0.00} s");
        string problems = summary.Problems == 0 ? "" : ", " + Count(summary.Problems, "problem");
        return (withTotals ? Totals(summary) + "; " : "") + searched + problems;
    }

    /// <summary>Returns the lines of --stats.</summary>
    internal static IEnumerable<string> Details(ReportSummary summary)
    {
        foreach (ReportStage stage in summary.Stages)
        {
            yield return string.Create(CultureInfo.InvariantCulture, $"  {stage.Name,-12}{stage.Seconds,10:0.000} s");
        }

        yield return string.Create(CultureInfo.InvariantCulture, $"  {"files",-12}{summary.Files,10:N0}");
        if (summary.Media is { } media)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture, $"  {"not compared",-12}{media.NotComparable,10:N0}");
        }

        yield return string.Create(CultureInfo.InvariantCulture, $"  {"known",-12}{summary.Known,10:N0}");
        yield return string.Create(CultureInfo.InvariantCulture, $"  {"opened",-12}{summary.Opened,10:N0}");
        yield return string.Create(
            CultureInfo.InvariantCulture, $"  {"read",-12}{SizeText.Show(summary.BytesRead),10}");
        yield return string.Create(CultureInfo.InvariantCulture, $"  {"memory",-12}{SizeText.Show(PeakBytes()),10}");
    }

    /// <summary>Returns requests for a sentence.</summary>
    internal static string Requests(S3Usage usage) => string.Create(
        CultureInfo.InvariantCulture,
        $"{usage.ListRequests:N0} LIST, {usage.HeadRequests:N0} HEAD, {usage.GetRequests:N0} GET");

    /// <summary>Returns the requests about a bucket, and the bytes of the responses, as lines of details.</summary>
    internal static IEnumerable<string> Requests(string address, S3Usage usage)
    {
        yield return string.Create(
            CultureInfo.InvariantCulture,
            $"  {"requests",-12}{usage.ListRequests,10:N0} LIST, {usage.HeadRequests:N0} HEAD, "
                + $"{usage.GetRequests:N0} GET to {Quote.Text(address)}");
        yield return string.Create(
            CultureInfo.InvariantCulture, $"  {"received",-12}{usage.BodyBytes,10:N0} B from {Quote.Text(address)}");
    }

    /// <summary>Returns the summary of a list of links as one line.</summary>
    internal static string Line(LinkSummary summary, bool withTotals)
    {
        string listed = string.Create(CultureInfo.InvariantCulture, $"listed in {summary.Seconds:0.00} s");
        string totals = $"{Count(summary.HardLinkSets, "file")} with hard links, "
            + $"{Count(summary.SymbolicLinks, "symbolic link")}, {Count(summary.ReflinkSets, "set")} of reflinks; ";
        string problems = summary.Problems == 0 ? "" : ", " + Count(summary.Problems, "problem");
        return (withTotals ? totals : "") + listed + problems;
    }

    /// <summary>Returns the lines of --stats for a list of links.</summary>
    internal static IEnumerable<string> Details(LinkSummary summary)
    {
        foreach (ReportStage stage in summary.Stages)
        {
            yield return string.Create(CultureInfo.InvariantCulture, $"  {stage.Name,-12}{stage.Seconds,10:0.000} s");
        }

        yield return string.Create(CultureInfo.InvariantCulture, $"  {"opened",-12}{summary.Opened,10:N0}");
        yield return string.Create(CultureInfo.InvariantCulture, $"  {"memory",-12}{SizeText.Show(PeakBytes()),10}");
    }

    /// <summary>Returns the totals for a sentence.</summary>
    internal static string Totals(ReportSummary summary)
    {
        string before = summary.Folders is { } folders ? Totals(folders) + "; " : "";
        string behind = summary.Media is { } media ? "; " + Totals(media) : "";
        return before + FileTotals(summary) + behind;
    }

    private static string Totals(ReportMediaTotals media)
    {
        string groups = media.Groups == 0
            ? "no media groups"
            : $"{Count(media.Groups, "media group")}, {Count(media.Copies, "copy", "copies")}, "
                + $"{SizeText.Show(media.RedundantBytes)} redundant in media";
        string rest = media.NotComparable > 0 ? $", {Count(media.NotComparable, "media file")} not comparable" : "";
        string loose = media.LooseGroups > 0
            ? $", up to {Count(media.LooseGroups, "more group")} with --media-policy loose" : "";
        return groups + rest + loose;
    }

    // Without the parts that are zero.
    private static string Totals(ReportFolderTotals folders)
    {
        string[] parts =
        [
            .. Some(folders.RedundantFolders, "redundant folder"), .. Some(folders.Contained, "contained folder"),
            .. Some(folders.Empty, "empty folder"),
        ];
        string redundant = folders.Groups + folders.Contained > 0
            ? $", {SizeText.Show(folders.RedundantBytes)} redundant in folders"
            : "";
        return parts.Length == 0 ? "no redundant folders" : string.Join(", ", parts) + redundant;
    }

    private static string[] Some(long number, string noun) => number > 0 ? [Count(number, noun)] : [];

    private static string FileTotals(ReportSummary summary)
    {
        string groups = (summary.Groups, summary.KnownGroups, summary.Folders) switch
        {
            (0, { } known, _) => $"no new duplicates ({Count(known, "group")} known)",
            (0, null, null) => "no duplicates",
            (0, null, _) => "no other duplicates",
            (_, { } known, _) => string.Create(
                CultureInfo.InvariantCulture, $"{Count(summary.Groups, "new group")} ({known:N0} known)"),
            _ => Count(summary.Groups, "group"),
        };
        return summary.Groups == 0
            ? groups
            : $"{groups}, {Count(summary.RedundantFiles, "redundant file")}, "
                + $"{SizeText.Show(summary.FreedBytes ?? summary.RedundantBytes)} redundant";
    }

    private static string Count(long number, string noun) => Count(number, noun, noun + "s");

    private static string Count(long number, string one, string many) =>
        string.Create(CultureInfo.InvariantCulture, $"{number:N0} {(number == 1 ? one : many)}");

    private static long PeakBytes()
    {
        using var process = System.Diagnostics.Process.GetCurrentProcess();
        return process.PeakWorkingSet64;
    }
}

using System.Globalization;
using System.Text;

namespace Doppel.Reports;

/// <content>Writes the totals: one line for each kind of result, and no part that is zero.</content>
internal sealed partial class TerminalReportWriter
{
    private void WriteTotals()
    {
        ReportSummary summary = _report.Summary;
        string start = summary.Complete ? "Total: " : "Total so far: ";
        string indent = new(' ', start.Length);
        bool isFirst = true;
        foreach (IReadOnlyList<string> parts in Parts(summary))
        {
            WriteStrong(Filled(isFirst ? start : indent, indent, parts));
            isFirst = false;
        }
    }

    private static IEnumerable<IReadOnlyList<string>> Parts(ReportSummary summary)
    {
        if (summary.Folders is { } folders && folders.Groups + folders.Contained + folders.Empty > 0)
        {
            yield return
            [
                .. Counted(folders.RedundantFolders, "redundant folder"),
                .. Counted(folders.Contained, "contained folder"),
                .. Counted(folders.Empty, "empty folder"),
                .. folders.Groups + folders.Contained > 0 ? [Redundant(folders.RedundantBytes)] : (string[])[],
            ];
        }

        yield return [.. FileParts(summary), .. Counted(summary.Unique, "unique file")];
        if (summary.Media is { } media && media.Groups + media.NotComparable + media.LooseGroups > 0)
        {
            yield return
            [
                .. Counted(media.Groups, "media group"),
                .. media.Groups > 0 ? [Count(media.Copies, "file"), Redundant(media.RedundantBytes)] : (string[])[],
                .. media.NotComparable > 0 ? [Count(media.NotComparable, "file") + " not comparable"] : (string[])[],
                .. media.LooseGroups > 0
                    ? [$"up to {Count(media.LooseGroups, "more group")} with --media-policy loose"] : (string[])[],
            ];
        }
    }

    private static IEnumerable<string> FileParts(ReportSummary summary)
    {
        if (summary.Groups == 0)
        {
            yield return (summary.KnownGroups, summary.Folders) switch
            {
                ({ } known, _) => $"no new duplicates ({Count(known, "group")} known)",
                (null, null) => "no duplicates",
                _ => "no other duplicates",
            };
            yield break;
        }

        yield return summary.KnownGroups is { } before
            ? string.Create(CultureInfo.InvariantCulture, $"{Count(summary.Groups, "new group")} ({before:N0} known)")
            : Count(summary.Groups, "group");
        yield return Count(summary.RedundantFiles, "redundant file");
        yield return Redundant(summary.FreedBytes ?? summary.RedundantBytes);
    }

    private string Filled(string start, string indent, IReadOnlyList<string> parts)
    {
        var text = new StringBuilder(start);
        int column = start.Length;
        for (int i = 0; i < parts.Count; i++)
        {
            string part = i < parts.Count - 1 ? parts[i] + "," : parts[i];
            if (i > 0 && column + 1 + part.Length > _options.Terminal!.Columns)
            {
                text.Append('\n').Append(indent);
                column = indent.Length;
            }
            else if (i > 0)
            {
                text.Append(' ');
                column++;
            }

            text.Append(part);
            column += part.Length;
        }

        return text.ToString();
    }

    private void WriteStrong(string text)
    {
        _output.Write(_options.Color ? "\e[1m"u8 : default);
        _output.WriteText(text);
        _output.Write(_options.Color ? "\e[0m"u8 : default);
        _output.Write((byte)'\n');
    }

    private static string[] Counted(long number, string noun) => number > 0 ? [Count(number, noun)] : [];

    private static string Count(long number, string noun) =>
        string.Create(CultureInfo.InvariantCulture, $"{number:N0} {noun}{(number == 1 ? "" : "s")}");

    private static string Redundant(long bytes) => ShortText.OfBytes(bytes) + " redundant";
}

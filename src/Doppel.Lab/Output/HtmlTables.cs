using System.Globalization;
using System.Text;

namespace Doppel.Lab;

/// <summary>Renders the tables of the page.</summary>
internal static class HtmlTables
{
    private static readonly Counter[] s_totals =
    [
        Counter.CpuSeconds, Counter.HeapBytes, Counter.Threads, Counter.VoluntarySwitches, Counter.InvoluntarySwitches,
        Counter.MajorFaults, Counter.MinorFaults, Counter.ReadBytes, Counter.OpenFiles, Counter.LockContentions,
        Counter.DiskReads, Counter.DiskMerged, Counter.SwapIns, Counter.SwapOuts,
    ];

    internal static void AppendSets(StringBuilder page, LabReport report)
    {
        page.Append("<h2>The files</h2>\n<div class=\"wide\">\n<table>\n");
        AppendRow(page, "th", ["class", "files", "together", "least", "greatest", "mean"]);
        foreach (FileSetFacts set in report.Sets)
        {
            AppendRow(page, "td", [
                SizeWord.Of(set.Sizes), Text(set.Count), SizeWord.Of(set.Bytes), SizeWord.Of(set.Least),
                SizeWord.Of(set.Greatest), SizeWord.Of(set.Mean),
            ]);
        }

        page.Append("</table>\n</div>\n");
    }

    internal static void AppendFigures(StringBuilder page, LabReport report)
    {
        page.Append("<h2>All figures</h2>\n");
        foreach (Temperature temperature in report.Temperatures)
        {
            foreach (FileSetFacts set in report.Sets)
            {
                page.Append("<details><summary>").Append(TemperatureWord.Of(temperature)).Append(", files of ")
                    .Append(SvgCanvas.Escape(SizeWord.Of(set.Sizes)))
                    .Append("</summary>\n<div class=\"wide\">\n<table>\n");
                AppendRow(page, "th", [
                    "way", "MB/s", "low", "high", "files/s", "repeats", "peak memory",
                    .. Array.ConvertAll(s_totals, static counter => CounterFacts.NameOf(counter).Replace('_', ' ')),
                    "mean disk queue",
                ]);
                foreach (LabCell cell in report.Cells.Where(
                    cell => cell.Temperature == temperature && cell.Set == set))
                {
                    AppendCell(page, cell);
                }

                page.Append("</table>\n</div>\n</details>\n");
            }
        }
    }

    private static void AppendCell(StringBuilder page, LabCell cell)
    {
        const double Mega = 1e6;
        if (!cell.IsGood)
        {
            string what = cell.Runs.Count == 0 ? "not run" : StatusWord.Of(cell.Status);
            AppendRow(page, "td", [cell.Strategy.Name, what, cell.Detail]);
            return;
        }

        Estimate figure = cell.Throughput;
        RunOutcome run = cell.UsualRun!;
        CounterSample? last = run.Samples.Count > 0 ? run.Samples[^1] : null;
        AppendRow(page, "td", [
            cell.Strategy.Name, Text(figure.Mean / Mega), Text(figure.Low / Mega), Text(figure.High / Mega),
            Text(figure.Mean / Math.Max(1, cell.Set.Mean)), Text(figure.Count), SizeWord.Of(run.PeakResidentBytes),
            .. Array.ConvertAll(s_totals, counter => Total(last, counter)),
            last is null || !double.IsFinite(last[Counter.DiskQueueSeconds]) || last.Seconds <= 0 ? "-"
                : Text(last[Counter.DiskQueueSeconds] / last.Seconds),
        ]);
    }

    private static void AppendRow(StringBuilder page, string element, IEnumerable<string> cells)
    {
        page.Append("<tr>");
        foreach (string cell in cells)
        {
            page.Append('<').Append(element).Append('>').Append(SvgCanvas.Escape(cell)).Append("</").Append(element)
                .Append('>');
        }

        page.Append("</tr>\n");
    }

    private static string Total(CounterSample? last, Counter counter)
    {
        if (last is null || !double.IsFinite(last[counter]))
        {
            return "-";
        }

        return counter is Counter.HeapBytes or Counter.ReadBytes ? SizeWord.Of(last[counter]) : Text(last[counter]);
    }

    private static string Text(double value) => value.ToString(
        value >= 100 || value == Math.Floor(value) ? "#,0" : "0.##", CultureInfo.InvariantCulture);
}

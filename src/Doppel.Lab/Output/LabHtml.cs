using System.Globalization;
using System.Text;
using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>Renders a measurement as a single self-contained page, without scripts or network access.</summary>
public static class LabHtml
{
    private const int SeriesMax = 8;
    private const double Mega = 1e6;

    private const string Style = """
        :root { --ground: #fff; --text: #1f2328; --soft: #59636e; --line: #d1d9e0; --box: #f6f8fa; }
        @media (prefers-color-scheme: dark) {
        :root { --ground: #0d1117; --text: #e6edf3; --soft: #9198a1; --line: #3d444d; --box: #151b23; }
        .c0 { color: #58a6ff; } .c1 { color: #ff7b72; } .c2 { color: #56d364; } .c3 { color: #bc8cff; }
        .c4 { color: #f0883e; } .c5 { color: #39c5cf; } .c6 { color: #f778ba; } }
        @media (prefers-color-scheme: light) {
        .c0 { color: #0969da; } .c1 { color: #cf222e; } .c2 { color: #1a7f37; } .c3 { color: #8250df; }
        .c4 { color: #bc4c00; } .c5 { color: #0e7c86; } .c6 { color: #bf3989; } }
        body { font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; color: var(--text); background: var(--ground);
        margin: 0 auto; padding: 1rem; max-width: 60rem; overflow-wrap: break-word; }
        h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; }
        .advice { background: var(--box); border: 1px solid var(--line); border-radius: 6px; padding: .6rem 1rem; }
        .advice b { font-size: 1.1rem; }
        .wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 13px; white-space: nowrap; }
        th, td { padding: 2px 10px; border-bottom: 1px solid var(--line); text-align: right; }
        th:first-child, td:first-child, .words td, .words th { text-align: left; }
        .words { white-space: normal; }
        svg { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: var(--text); display: block;
        width: 100%; height: auto; min-width: 36rem; max-width: 47.5rem; }
        svg .soft, .note { fill: var(--soft); color: var(--soft); } svg .strong { font-weight: 600; }
        .grid { stroke: var(--line); } .axis { stroke: var(--soft); }
        .line { fill: none; stroke: currentColor; stroke-width: 1.8; } .mark { fill: currentColor; }
        .knee { fill: none; stroke: currentColor; stroke-width: 2.5; }
        .whisker { stroke: var(--text); stroke-width: 1; }
        """;

    /// <summary>Returns the complete page.</summary>
    public static string Render(LabReport report)
    {
        ArgumentNullException.ThrowIfNull(report);
        var page = new StringBuilder();
        string root = Encoding.UTF8.GetString(report.Root.Span);
        page.Append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
            .Append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Reading ")
            .Append(SvgCanvas.Escape(root)).Append("</title>\n<style>\n").Append(Style)
            .Append("\n</style>\n</head>\n<body>\n");
        AppendHead(page, report, root);
        AppendAdvice(page, report.Advice);
        HtmlTables.AppendSets(page, report);
        AppendBars(page, report);
        AppendWidths(page, report);
        AppendOverTime(page, report);
        HtmlTables.AppendFigures(page, report);
        AppendRest(page, report);
        return page.Append("</body>\n</html>\n").ToString();
    }

    private static void AppendHead(StringBuilder page, LabReport report, string root)
    {
        string devices = string.Join(", ", report.Mount.Devices.Select(static device =>
            device.Name + (device.Model.Length > 0 ? $" ({device.Model})" : "")
                + ", " + DeviceJudge.WordOf(device.Kind)));
        string facts = string.Create(
            CultureInfo.InvariantCulture,
            $"{report.Mount.FileSystem} on {(devices.Length > 0 ? devices : "an unknown device")}; {report.System}; "
            + $"{report.Cores} processors; {report.Started:yyyy-MM-dd HH:mm} UTC, {report.Elapsed:h\\:mm\\:ss} long");
        page.Append("<h1>Read performance of ").Append(SvgCanvas.Escape(root)).Append("</h1>\n<p class=\"note\">")
            .Append(SvgCanvas.Escape(facts)).Append("</p>\n");
        if (!report.IsComplete)
        {
            page.Append("<p><b>The measurement is incomplete.</b></p>\n");
        }
    }

    private static void AppendAdvice(StringBuilder page, LabAdvice? advice)
    {
        page.Append("<div class=\"advice\">\n");
        if (advice is null)
        {
            page.Append("<p>No recommendation.</p>\n");
        }
        else
        {
            string readers = advice.Width == 1 ? "1 reader" : $"{advice.Width} readers";
            page.Append(
                CultureInfo.InvariantCulture,
                $"<p><b>{SvgCanvas.Escape(advice.Strategy.Name)}, {readers}, blocks of {advice.BlockBytes / 1024} KiB, "
                + $"order {OrderWord.Of(advice.Order)}</b></p>\n<ul>\n");
            foreach (string reason in advice.Reasons)
            {
                page.Append("<li>").Append(SvgCanvas.Escape(reason)).Append("</li>\n");
            }

            page.Append("</ul>\n");
        }

        page.Append("</div>\n");
    }

    private static void AppendBars(StringBuilder page, LabReport report)
    {
        foreach ((Temperature temperature, FileSetFacts set, List<LabCell> cells) in Groups(report))
        {
            string title = $"Throughput, {TemperatureWord.Of(temperature)}, files of {SizeWord.Of(set.Sizes)}";
            AppendPlot(page, title, BarPlot.Draw(cells, title));
        }
    }

    // One line per set that was measured with several widths.
    private static void AppendWidths(StringBuilder page, LabReport report)
    {
        foreach (Temperature temperature in report.Temperatures)
        {
            AppendWidths(page, report, temperature);
        }
    }

    private static void AppendWidths(StringBuilder page, LabReport report, Temperature temperature)
    {
        List<PlotSeries> series = [];
        foreach (FileSetFacts set in report.Sets)
        {
            if (WidthSeries(report, temperature, set) is { Points.Count: > 1 } one)
            {
                series.Add(one);
            }
        }

        if (series.Count > 0)
        {
            string title = $"Throughput against parallelism, {TemperatureWord.Of(temperature)}: threads of pread";
            var plot = new LinePlot(title, "files under way at once; a ring marks the knee", "MB/s")
            {
                IsDoubling = true,
            };
            AppendPlot(page, title, plot.Draw(series));
        }
    }

    private static PlotSeries WidthSeries(LabReport report, Temperature temperature, FileSetFacts set)
    {
        List<LabCell> cells = [];
        foreach (LabCell cell in report.Cells)
        {
            StrategyDefinition strategy = cell.Strategy;
            if (cell.Temperature == temperature && cell.Set == set && cell.IsGood
                && strategy.Way == StrategyTable.Pread && strategy.BlockBytes == StrategyTable.BlockBytes)
            {
                cells.Add(cell);
            }
        }

        cells.Sort(static (one, other) => one.Strategy.Width.CompareTo(other.Strategy.Width));
        List<PlotPoint> points = cells.ConvertAll(
            static cell => new PlotPoint(cell.Strategy.Width, cell.Throughput.Mean / Mega));
        return new PlotSeries(
            SizeWord.Of(set.Sizes), points,
            points.Count > 1 ? Knee.Of(cells.ConvertAll(static cell => (cell.Strategy.Width, cell.Throughput.Mean)))
                : double.NaN);
    }

    private static void AppendOverTime(StringBuilder page, LabReport report)
    {
        foreach ((Temperature temperature, FileSetFacts set, List<LabCell> cells) in Groups(report))
        {
            string where = $"{TemperatureWord.Of(temperature)}, files of {SizeWord.Of(set.Sizes)}";
            AppendCounter(page, $"Memory over time, {where}", "MB", cells, Counter.ResidentBytes, Mega);
            AppendCounter(page, $"Threads over time, {where}", "threads", cells, Counter.Threads, 1);
        }
    }

    // Shows the median run of each strategy, for the strategies with the largest values.
    private static void AppendCounter(
        StringBuilder page, string title, string unit, List<LabCell> cells, Counter counter, double divisor)
    {
        List<PlotSeries> series = [];
        foreach (LabCell cell in cells)
        {
            List<PlotPoint> points = [];
            foreach (CounterSample sample in cell.UsualRun?.Samples ?? [])
            {
                if (double.IsFinite(sample[counter]))
                {
                    points.Add(new PlotPoint(sample.Seconds, sample[counter] / divisor));
                }
            }

            if (points.Count > 1)
            {
                series.Add(new PlotSeries(cell.Strategy.Name, points));
            }
        }

        series.Sort(static (one, other) => MostOf(other).CompareTo(MostOf(one)));
        series = series[..Math.Min(series.Count, SeriesMax)];
        if (series.Count > 0)
        {
            var plot = new LinePlot(title, "seconds (median run of each strategy)", unit);
            AppendPlot(page, title, plot.Draw(series));
        }
    }

    private static double MostOf(PlotSeries series)
    {
        double most = 0;
        foreach (PlotPoint point in series.Points)
        {
            most = Math.Max(most, point.Y);
        }

        return most;
    }

    private static IEnumerable<(Temperature Temperature, FileSetFacts Set, List<LabCell> Cells)> Groups(
        LabReport report)
    {
        foreach (Temperature temperature in report.Temperatures)
        {
            foreach (FileSetFacts set in report.Sets)
            {
                yield return (temperature, set,
                    [.. report.Cells.Where(cell => cell.Temperature == temperature && cell.Set == set)]);
            }
        }
    }

    private static void AppendPlot(StringBuilder page, string title, string svg) => page.Append("<h2>")
        .Append(SvgCanvas.Escape(title)).Append("</h2>\n<div class=\"wide\">\n").Append(svg).Append("</div>\n");

    private static void AppendRest(StringBuilder page, LabReport report)
    {
        page.Append("<h2>How it was measured</h2>\n<ul>\n");
        string limits = string.Create(
            CultureInfo.InvariantCulture,
            $"Seed {report.Seed}. Runs were stopped at {SizeWord.Of(report.HeapBytesMax)} of heap. "
            + $"The machine has {SizeWord.Of(report.MemoryBytes)} of memory.");
        foreach (string line in ((IEnumerable<string>)
            [
                limits,
                "Each run is a process of its own, in random order, and read every byte, as a sum over digests shows.",
                "With five repeats or more the best and the worst are left out; intervals are those of a trimmed mean.",
                "Disk counters are of the whole disk; Linux does not count requests that were split.",
            ]).Concat(report.Notes))
        {
            page.Append("<li>").Append(SvgCanvas.Escape(line)).Append("</li>\n");
        }

        page.Append("</ul>\n");
        if (report.LeftOut.Count > 0)
        {
            page.Append("<details><summary>Files left out</summary>\n<ul>\n");
            foreach (LeftOutFile file in report.LeftOut)
            {
                string name = Encoding.UTF8.GetString(file.Path.Span);
                page.Append("<li>").Append(SvgCanvas.Escape($"{name}: {file.Reason}")).Append("</li>\n");
            }

            page.Append("</ul>\n</details>\n");
        }
    }
}

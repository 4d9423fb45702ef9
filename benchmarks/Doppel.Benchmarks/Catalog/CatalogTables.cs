using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Catalog;

/// <summary>The tables and the plot of what searches with a catalog take.</summary>
internal static class CatalogTables
{
    private const double FirstMax = 1.03;
    private const double SecondMax = 1.15;

    /// <summary>What each search of one tree takes.</summary>
    public static ResultTable Searches(string what, CatalogRow row, CatalogCounts counts)
    {
        var table = new ResultTable(
            $"{row.Tree}: {what}", new("search"), new("time"), new("99 %, from"), new("to"), new("processor time"),
            new("peak memory"), new("opened files"));
        foreach (string way in row.Runs.Keys)
        {
            (double low, double high) = row.Interval(way);
            table.AddRow(
                way == CatalogWays.Second ? $"**{way}**" : way, Figures.Time(row.Time(way)), Figures.Time(low),
                Figures.Time(high), Figures.Time(row.Cpu(way)), Figures.Bytes(row.PeakBytes(way)), counts.Opened(way));
        }

        return table;
    }

    /// <summary>The ratios of all trees.</summary>
    /// <param name="rows">The trees.</param>
    /// <param name="start">A search of an empty folder.</param>
    public static ResultTable Promises(IReadOnlyList<CatalogRow> rows, CatalogRow start)
    {
        var table = new ResultTable(
            "What the catalog costs and saves", new("tree"), new("first search to none"), new("in processor time"),
            new($"at most {FirstMax}"), new("second search to the floor"), new("in processor time"),
            new("without the start"), new($"at most {SecondMax}"), new("second search to none"));
        double started = start.Time(CatalogWays.Second) - start.Time(CatalogWays.Walk);
        foreach (CatalogRow row in rows)
        {
            Ratio first = row.Of(CatalogWays.First, CatalogWays.Without, Seconds);
            Ratio firstCpu = row.Of(CatalogWays.First, CatalogWays.Without, CpuSeconds);
            Ratio secondCpu = row.Of(CatalogWays.Second, CatalogWays.Walk, CpuSeconds);
            Ratio second = row.Of(CatalogWays.Second, CatalogWays.Walk, Seconds);
            double less = (row.Time(CatalogWays.Second) - started) / row.Time(CatalogWays.Walk);
            table.AddRow(
                row.Tree, first.ToString(), firstCpu.ToString(), Figures.YesNo(first.Median <= FirstMax),
                second.ToString(), secondCpu.ToString(), Figures.Fixed(less, 2),
                Figures.YesNo(second.Median <= SecondMax),
                row.Of(CatalogWays.Second, CatalogWays.Without, Seconds).ToString());
        }

        return table.AddFootnote(
            "Ratios are medians of the ratios of the rounds, with 99 % intervals, and are judged by these medians. To "
            + "none: to a search with `--catalog none`. Without the start: the "
            + $"{Figures.Time(started)} that the second search of an empty folder takes longer than the floor there "
            + "are taken off first. In a tree of few files, hardly anything else is left.");
    }

    /// <summary>All searches of all trees.</summary>
    public static BarPlot Plot(IReadOnlyList<CatalogRow> rows)
    {
        string[] ways = [.. rows.SelectMany(row => row.Runs.Keys).Distinct()];
        return new BarPlot("Searches that remember", [.. rows.Select(row => row.Tree)], [.. ways.Select(way =>
            new PlotSeries(way, [.. rows.Index().Where(row => row.Item.Runs.ContainsKey(way)).Select(row =>
            {
                (double low, double high) = row.Item.Interval(way);
                return new PlotPoint(row.Index, row.Item.Time(way), low, high);
            })])
            {
                IsOurs = way is CatalogWays.First or CatalogWays.Second,
            })])
        {
            YTitle = "time of a search",
            YScale = AxisScale.Log10,
            YUnit = AxisUnit.Time,
        };
    }

    private static double Seconds(FinderRun run) => run.Seconds;

    private static double CpuSeconds(FinderRun run) => run.CpuSeconds;
}

using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.FileReading;

/// <summary>The pictures of the suite.</summary>
internal static class ReadingPlots
{
    /// <summary>The ways that fit every tree, as bars.</summary>
    public static BarPlot Ways(
        string title, IReadOnlyList<ReadingTree> trees, Func<ReadingTree, IReadOnlyList<ReadingRow>> rowsOf) => new(
        title, [.. trees.Select(tree => tree.Name)], [.. ReadingWays.Drawn.Select(way => new PlotSeries(
            way.Name, [.. trees.SelectMany((tree, i) => rowsOf(tree).Where(row => row.Way == way)
                .Select(row => new PlotPoint(i, row.Ratio, row.Low, row.High)))])
        {
            IsOurs = way == ReadingWay.Today,
        })])
        {
            YTitle = "time, in times of today's",
            YScale = AxisScale.Log2,
        };

    /// <summary>Cold small files over threads, one file after the other and with files announced.</summary>
    public static LinePlot Widths(IReadOnlyList<ReadingRow> rows) => new(
        "Cold small files by threads",
        [
            Line("one after the other", ReadingWays.Widths, ReadingWays.Threads, rows),
            Line("asked without waiting, 8 ahead", ReadingWays.Widths, n => ReadingWays.AheadOn(n, 8), rows),
            Line("asked without waiting, 32 ahead", ReadingWays.Widths, n => ReadingWays.AheadOn(n, 32), rows),
        ])
    {
        XTitle = "threads",
        XScale = AxisScale.Log2,
        YTitle = "time",
        YScale = AxisScale.Log2,
        YUnit = AxisUnit.Time,
    };

    /// <summary>Warm large files over the length of a block, alone and side by side.</summary>
    public static LinePlot Blocks(IReadOnlyList<ReadingRow> rows) => new(
        "Warm large files by block",
        [
            Line("one after the other", ReadingWays.Blocks, ReadingWays.Block, rows),
            Line("2 side by side", ReadingWays.Blocks, bytes => ReadingWays.Lockstep(2, bytes), rows),
            Line("8 side by side", ReadingWays.Blocks, bytes => ReadingWays.Lockstep(8, bytes), rows),
        ])
    {
        XTitle = "bytes of a block",
        XScale = AxisScale.Log2,
        XUnit = AxisUnit.Bytes,
        YTitle = "time",
        YUnit = AxisUnit.Time,
    };

    private static PlotSeries Line(
        string name, IReadOnlyList<int> places, Func<int, ReadingWay> wayOf, IReadOnlyList<ReadingRow> rows) => new(
        name, [.. places.SelectMany(place => rows.Where(row => row.Way == wayOf(place))
            .Select(row => new PlotPoint(place, row.Seconds * 1e9)))]);
}

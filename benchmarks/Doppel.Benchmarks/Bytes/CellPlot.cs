using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Bytes;

/// <summary>Bars of the JIT's rows, a group for each value of one parameter.</summary>
internal static class CellPlot
{
    /// <summary>Makes the plot.</summary>
    public static BarPlot Of(string title, string parameter, IReadOnlyList<Row> rows, AxisScale scale)
    {
        string[] groups = [.. rows.Select(row => row[parameter]!).Distinct()];
        return new BarPlot(title, groups,
        [
            .. rows.Where(row => row.Runtime == Machine.Runtime).GroupBy(row => row.Contestant).Select(contestant =>
                new PlotSeries(contestant.Key, [.. contestant.Select(row => new PlotPoint(
                    Array.IndexOf(groups, row[parameter]), row.CenterNs, row.LowNs, row.HighNs))])
                {
                    IsOurs = contestant.First().Role == Role.Ours,
                }),
        ])
        {
            YTitle = "time of one comparison",
            YScale = scale,
            YUnit = AxisUnit.Time,
        };
    }
}

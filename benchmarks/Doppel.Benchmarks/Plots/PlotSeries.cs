using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Plots;

/// <summary>One line of a plot, or one color of bars.</summary>
/// <param name="Name">Its name in the legend.</param>
/// <param name="Points">Its points in the order of x; for bars x is the number of the group, from 0.</param>
internal sealed record PlotSeries(string Name, IReadOnlyList<PlotPoint> Points)
{
    /// <summary>Drawn thicker.</summary>
    public bool IsOurs { get; init; }

    /// <summary>A series for each contestant (and runtime, where there are several) over one parameter.</summary>
    public static IReadOnlyList<PlotSeries> Over(string parameter, IEnumerable<Row> rows)
    {
        Row[] all = [.. rows.Where(row => row[parameter] is not null)];
        bool hasRuntimes = all.Select(row => row.Runtime).Distinct().Count() > 1;
        return [.. all.GroupBy(row => hasRuntimes ? $"{row.Contestant}, {row.Runtime}" : row.Contestant)
            .Select(group => new PlotSeries(
                group.Key,
                [.. group.Select(row => new PlotPoint(row.Number(parameter), row.CenterNs, row.LowNs, row.HighNs))
                    .OrderBy(point => point.X)])
            {
                IsOurs = group.First().Role == Role.Ours,
            })];
    }
}

using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Plots;
using Doppel.Benchmarks.Pools;

namespace Doppel.Benchmarks.Arrays;

/// <summary>What pools hold when more and more threads use them at a time: whether there is a limit.</summary>
internal static class GrowthSection
{
    private const int Each = 4;
    private const int Length = 256 * 1024;

    private static readonly int[] s_steps = [1, 2, 4, 8, 16, 32, 64];

    public static void Run(SuiteRun run)
    {
        run.Log("held under rising concurrency");
        Lender[] lenders =
        [
            Lenders.SharedArrays(), Lenders.CreatedArrays(),
            Lenders.CreatedArrays(1024 * 1024, 10), Lenders.Ours(new()),
        ];
        var table = new ResultTable(
            $"Held after 1 to 64 threads had {Each} arrays of 1 MiB each",
            [new Column("pool"), new Column("bound"), .. s_steps.Select(Heading)]);
        List<PlotSeries> series = [];
        using var team = new ThreadTeam(s_steps[^1]);
        foreach (Lender lender in lenders)
        {
            var alive = new AliveBytes();
            List<PlotPoint> points = [];
            foreach (int threads in s_steps)
            {
                Burst.Run(team, threads, lender, Length, Each, alive);
                AliveBytes.Collect();
                points.Add(new PlotPoint(threads, alive.Count()));
            }

            table.AddRow([lender.Name, lender.Bound, .. points.Select(point => Figures.Bytes(point.Y))]);
            series.Add(new PlotSeries(
                lender.Name, [.. points.Select(point => point with { Y = point.Y / (1 << 20) })])
            {
                IsOurs = lender.Close is not null,
            });
            lender.Close?.Invoke();
        }

        run.Add(table.AddFootnote(
            "Steps follow one another; each waits for none, and full collections happen after each. `Shared` "
            + "is bounded, but by a number of arrays for each size that grows with cores and threads; `Create` "
            + "by a number for each size, but when a size is used up it lends, and then keeps, arrays of the "
            + "next one, so that one size fills two; ours by bytes for all sizes together."));
        run.Add(new LinePlot("Held under rising concurrency", series)
        {
            XTitle = "threads at a time",
            YTitle = "held afterwards, MiB",
            XScale = AxisScale.Log2,
        });
    }

    private static Column Heading(int threads) =>
        new(threads == 1 ? "1 thread" : threads.ToString(CultureInfo.InvariantCulture) + " threads");
}

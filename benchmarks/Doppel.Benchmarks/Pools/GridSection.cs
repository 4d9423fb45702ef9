using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Pools;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Pools;

/// <summary>The article's two grids, sizes times threads, with its operation and without its errors.</summary>
internal sealed class GridSection(SuiteRun run)
{
    private const string Items = "items";

    public void Run()
    {
        Run("arrays", "int[] summed and returned cleared", ArrayRivals.New.Name, size =>
            [
                ArrayWork<ArrayRivals.New>.Summed(size, Role.Rival),
                ArrayWork<ArrayRivals.Shared>.Summed(size, Role.Rival),
                ArrayWork<ArrayRivals.Created>.Summed(size, Role.Rival),
                ArrayWork<ArrayRivals.Doppel>.Summed(size, Role.Ours),
            ], ArrayUse.SumLoop);
        Run("lists", "List<int> filled by Add", ListRivals.NewSized<int>.Name, size =>
            [
                ListWork<ListRivals.NewSized<int>>.Filled(size, Role.Rival),
                ListWork<ListRivals.Microsoft<int>>.Filled(size, Role.Rival),
                ListWork<ListRivals.Seed<int>>.Filled(size, Role.Rival),
                ListWork<ListRivals.Doppel<int>>.Filled(size, Role.Ours),
            ], ListUse.FillLoop);
    }

    private void Run(
        string name, string what, string baseline, Func<int, Contender[]> contenders, Func<int, int, Contender> loop)
    {
        Heat.WarmUp([.. contenders(10), loop(10, 1)]);
        List<Row> gross = [];
        List<Row> net = [];
        foreach (int threads in run.Pick<int[]>([1, 2, 32], [1, 2, 4, 8, 16, 32]))
        {
            run.Log($"{what}: {threads} {(threads == 1 ? "thread" : "threads")}");
            // Lists that one thread made lie side by side; two threads that got them would fight for a cache line.
            ListRivals.Drain();
            using var team = new ThreadTeam(threads);
            // With more threads than cores a round has to be long against the system's own turns.
            double ms = threads > Machine.Cores ? run.Pick(10, 24) : run.Pick(5, 12);
            var heat = new Heat(team, new HeatBudget(run.Pick(12, 15), TimeSpan.FromMilliseconds(ms)));
            foreach (int size in Sizes())
            {
                Parameter[] cell =
                [
                    new(Items, size.ToString("#,0", CultureInfo.InvariantCulture)),
                    new(Judge.Threads, threads.ToString(CultureInfo.InvariantCulture)),
                ];
                Reading[] readings = heat.Run([loop(size, threads), .. contenders(size)]);
                gross.AddRange(readings.Select(reading => reading.ToRow(cell)));
                net.AddRange(readings.Skip(1).Select(reading => reading.Without(readings[0]).ToRow(cell)));
            }
        }

        Report(name, what, baseline, gross, net);
    }

    private int[] Sizes() => run.Pick<int[]>(
        [10, 1_000, 50_000, 1_000_000],
        [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 50_000, 100_000, 300_000, 1_000_000]);

    private void Report(string name, string what, string baseline, List<Row> gross, List<Row> net)
    {
        run.Add(PivotTable.Of($"{what}: rent and return alone, the loop subtracted", net).AddFootnote(
            "Time of one rent, use and return on one thread without the loop over the elements, which was "
            + "measured alone on kept memory in the same rounds; its error is in the intervals. Clearing and "
            + "growing belong to what is left."));
        run.Add(PivotTable.Of($"{what}: the whole operation, as published", Unjudged(gross)));
        if (PublishedPools.Beside(name, gross) is { } published)
        {
            run.Add(published);
        }

        string rows = ResultTable.Of($"{what}: every row", gross).ToMarkdown(files: null!);
        run.Add(new AttachedFile(
            $"{name}-rows.md", $"{what}: every row with allocated bytes, collections and pauses",
            $"# Rows\n\n{rows}\n"));
        IEnumerable<Row> contestants = gross.Where(row => row.Role != Role.Reference);
        foreach (string contestant in contestants.Select(row => row.Contestant).Distinct())
        {
            if (contestant != baseline)
            {
                run.Add(Deviation(what, contestant, baseline, gross));
            }

            run.Add(Absolute(what, contestant, gross));
        }
    }

    // The table of what is left without the loop is the one that is judged; the loop would water it down.
    private static Row[] Unjudged(IEnumerable<Row> rows) =>
        [.. rows.Select(row => row.Role == Role.Ours ? row with { Role = Role.Reference } : row)];

    private static LinePlot Deviation(string what, string contestant, string baseline, List<Row> rows) => new(
        $"{what}: {contestant}, deviation from {baseline}",
        ByThreads(rows, contestant, row =>
        {
            Row fresh = rows.First(other => other.Contestant == baseline && other.Cell == row.Cell);
            return new PlotPoint(row.Number(Items), (row.CenterNs / fresh.CenterNs * 100) - 100);
        }))
    {
        XTitle = "items",
        YTitle = "time to no pool (below 0 is faster)",
        XScale = AxisScale.Log10,
        YUnit = AxisUnit.Percent,
    };

    private static LinePlot Absolute(string what, string contestant, List<Row> rows) => new(
        $"{what}: {contestant}, absolute",
        ByThreads(rows, contestant, row => new PlotPoint(row.Number(Items), row.CenterNs, row.LowNs, row.HighNs)))
    {
        XTitle = "items",
        YTitle = "time of one operation",
        XScale = AxisScale.Log10,
        YScale = AxisScale.Log10,
        YUnit = AxisUnit.Time,
    };

    private static IReadOnlyList<PlotSeries> ByThreads(List<Row> rows, string contestant, Func<Row, PlotPoint> point) =>
        [.. rows.Where(row => row.Contestant == contestant).GroupBy(row => row[Judge.Threads])
            .Select(group => new PlotSeries(
                group.Key == "1" ? "1 thread" : $"{group.Key} threads", [.. group.Select(point).OrderBy(p => p.X)]))];
}

using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Pools;

namespace Doppel.Benchmarks.Pools;

/// <summary>Two to four objects out at a time, which a slot for one object for each thread does not serve.</summary>
internal static class SeveralSection
{
    private const int Size = 1024;

    public static void Run(SuiteRun run)
    {
        run.Log("several out at once");
        foreach (int count in new[] { 2, 3, 4 })
        {
            Heat.WarmUp([.. Arrays(count), .. Lists(count)]);
        }

        List<Row> arrays = [];
        List<Row> lists = [];
        foreach (int threads in run.Pick<int[]>([1, 2], [1, 2, 4, 8, 16, 32]))
        {
            ListRivals.Drain();
            using var team = new ThreadTeam(threads);
            var heat = new Heat(team, new HeatBudget(run.Pick(12, 15), TimeSpan.FromMilliseconds(run.Pick(5, 15))));
            foreach (int count in run.Pick<int[]>([2, 4], [2, 3, 4]))
            {
                Parameter[] cell =
                [
                    new("out at once", count.ToString(CultureInfo.InvariantCulture)),
                    new(Judge.Threads, threads.ToString(CultureInfo.InvariantCulture)),
                ];
                arrays.AddRange(heat.Run(Arrays(count)).Select(reading => reading.Over(count).ToRow(cell)));
                lists.AddRange(heat.Run(Lists(count)).Select(reading => reading.Over(count).ToRow(cell)));
            }
        }

        run.Add(ResultTable.Of($"Several int[{Size}] out at once, time for each", arrays));
        run.Add(ResultTable.Of("Several List<int> of six items out at once, time for each", lists));
    }

    private static Contender[] Arrays(int count) =>
    [
        ArrayWork<ArrayRivals.New>.Several(Size, count, Role.Rival),
        ArrayWork<ArrayRivals.Shared>.Several(Size, count, Role.Rival),
        ArrayWork<ArrayRivals.Created>.Several(Size, count, Role.Rival),
        ArrayWork<ArrayRivals.Doppel>.Several(Size, count, Role.Ours),
    ];

    private static Contender[] Lists(int count) =>
    [
        ListWork<ListRivals.New<int>>.Several(count, Role.Rival),
        ListWork<ListRivals.Microsoft<int>>.Several(count, Role.Rival),
        ListWork<ListRivals.Seed<int>>.Several(count, Role.Rival),
        ListWork<ListRivals.Doppel<int>>.Several(count, Role.Ours),
    ];
}

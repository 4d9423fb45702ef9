using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Pools;

namespace Doppel.Benchmarks.Pools;

/// <summary>Rented on one thread and returned on another: pairs of threads with a bounded ring between them.</summary>
internal static class HandOverSection
{
    private const int Size = 1024;
    private const int RingCapacity = 64;

    public static void Run(SuiteRun run)
    {
        run.Log("rent here, return there");
        List<Row> arrays = [];
        List<Row> lists = [];
        foreach (int pairs in run.Pick<int[]>([1], [1, 2, 4, 8, 16]))
        {
            ListRivals.Drain();
            using var team = new ThreadTeam(2 * pairs);
            var heat = new Heat(team, new HeatBudget(run.Pick(12, 15), TimeSpan.FromMilliseconds(run.Pick(10, 20))));
            Parameter[] cell = [new(Judge.Threads, (2 * pairs).ToString(CultureInfo.InvariantCulture))];
            Contender[] ofArrays = Arrays(pairs);
            Contender[] ofLists = Lists(pairs);
            if (pairs == 1)
            {
                // Both ends are needed to come to an end.
                Heat.WarmUp([.. ofArrays, .. ofLists], work => team.Run(work, operations: 8));
            }

            arrays.AddRange(heat.Run(ofArrays).Select(reading => reading.OfPair().ToRow(cell)));
            lists.AddRange(heat.Run(ofLists).Select(reading => reading.OfPair().ToRow(cell)));
        }

        string footnote =
            $"Time for one object handed over by each pair; a ring holds up to {RingCapacity} objects. The "
            + "ring's own time, passing the same object always, is the line in brackets; it is in the time of "
            + "all, since both ends work at the same time and it cannot be subtracted.";
        run.Add(ResultTable.Of($"Rent here, return there: int[{Size}]", arrays, footnote));
        run.Add(ResultTable.Of("Rent here, return there: List<int> of six items", lists, footnote));
    }

    private static Contender[] Arrays(int pairs)
    {
        Ring<int[]>[] rings = [.. Enumerable.Range(0, pairs).Select(_ => new Ring<int[]>(RingCapacity))];
        return
        [
            ArrayWork<ArrayRivals.Kept>.HandedOver(Size, rings, Role.Reference),
            ArrayWork<ArrayRivals.New>.HandedOver(Size, rings, Role.Rival),
            ArrayWork<ArrayRivals.Shared>.HandedOver(Size, rings, Role.Rival),
            ArrayWork<ArrayRivals.Created>.HandedOver(Size, rings, Role.Rival),
            ArrayWork<ArrayRivals.Doppel>.HandedOver(Size, rings, Role.Ours),
        ];
    }

    private static Contender[] Lists(int pairs)
    {
        Ring<List<int>>[] rings = [.. Enumerable.Range(0, pairs).Select(_ => new Ring<List<int>>(RingCapacity))];
        return
        [
            ListWork<ListRivals.New<int>>.HandedOver(rings, Role.Rival),
            ListWork<ListRivals.Microsoft<int>>.HandedOver(rings, Role.Rival),
            ListWork<ListRivals.Seed<int>>.HandedOver(rings, Role.Rival),
            ListWork<ListRivals.Doppel<int>>.HandedOver(rings, Role.Ours),
        ];
    }
}

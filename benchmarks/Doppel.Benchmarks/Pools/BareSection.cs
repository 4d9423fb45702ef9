using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Pools;

namespace Doppel.Benchmarks.Pools;

/// <summary>What a rent and a return cost one thread when nobody else is there.</summary>
internal static class BareSection
{
    public static void Run(SuiteRun run)
    {
        run.Log("bare rent and return");
        // Not the huge lists that were used to verify: what is large lies in another tier.
        ListRivals.Drain();
        using var team = new ThreadTeam(1);
        var heat = new Heat(team, new HeatBudget(run.Pick(25, 41), TimeSpan.FromMilliseconds(run.Pick(6, 20))));
        List<Row> rows = [];
        foreach (int size in PoolSet.Sizes(run.IsShort))
        {
            Measure(PoolSet.Cell(size, PoolSet.Calls), Arrays(size));
            Measure(PoolSet.Cell(size, PoolSet.Using),
            [
                new(Usings.MemoryPoolName, Role.Rival, (_, operations) => Usings.MemoryPool(size, operations)),
                new(ArrayRivals.OursLease, Role.Ours, (_, operations) => Usings.BufferLease(size, operations)),
            ]);
        }

        Measure(PoolSet.Cell(PoolSet.List, PoolSet.Calls), Lists());
        Measure(PoolSet.Cell(PoolSet.List, PoolSet.Using),
        [
            new(Usings.SeedName, Role.Reference, (_, operations) => Usings.SeedList(operations)),
            new(ListRivals.OursLease, Role.Ours, (_, operations) => Usings.ListLease(operations)),
        ]);
        Measure(PoolSet.Cell(PoolSet.Object, PoolSet.Calls), Objects());
        rows.AddRange(run.BenchmarkAot("pools"));
        run.Add(ResultTable.Of("Bare rent and return of one object, one thread", rows,
            "The floor is one field of the thread with no bound, no sizes and no way to give anything back; it "
            + "is not judged. By a `using`, ours notices a second end and a use after the end; an owner of "
            + "`MemoryPool` does so too, and the talk's wrapper does not: of a copy it gives one list to two, so it "
            + "is not judged. Each rent and return is a method of its own, as in programs, and each array is touched "
            + "once; the loop and the call are in the time of all."));
        run.Add(Ratios(rows));

        void Measure(Parameter[] cell, Contender[] contenders)
        {
            Heat.WarmUp(contenders);
            rows.AddRange(heat.Run(contenders).Select(reading => reading.ToRow(cell)));
        }
    }

    private static Contender[] Arrays(int size)
    {
        ArrayRivals.Microsoft.SetLength(size);
        return
        [
            ArrayWork<ArrayRivals.Slot>.Bare(size, Role.Reference),
            ArrayWork<ArrayRivals.Shared>.Bare(size, Role.Rival),
            ArrayWork<ArrayRivals.Created>.Bare(size, Role.Rival),
            ArrayWork<ArrayRivals.Microsoft>.Bare(size, Role.Rival),
            ArrayWork<ArrayRivals.Doppel>.Bare(size, Role.Ours),
        ];
    }

    private static Contender[] Lists() =>
    [
        ListWork<ListRivals.Slot<int>>.Bare(Role.Reference),
        ListWork<ListRivals.Microsoft<int>>.Bare(Role.Rival),
        ListWork<ListRivals.Seed<int>>.Bare(Role.Rival),
        ListWork<ListRivals.Doppel<int>>.Bare(Role.Ours),
    ];

    private static Contender[] Objects() =>
    [
        new Contender(PlainObjects.MicrosoftName, Role.Rival, (_, operations) => PlainObjects.Microsoft(operations)),
        new Contender(PlainObjects.OursName, Role.Ours, (_, operations) => PlainObjects.Doppel(operations)),
    ];

    // The two promises of the library, as numbers of this very run.
    private static ResultTable Ratios(List<Row> rows)
    {
        var table = new ResultTable(
            "The two promises: ours against ArrayPool.Shared and Microsoft.Extensions.ObjectPool",
            new Column("what"), new Column("runtime"), new Column("promise"), new Column("measured"),
            new Column("99 %, at least"),
            new Column("99 %, at most"), new Column("kept"));
        foreach (IGrouping<string, Row> cell in rows.Where(row => row["how"] == PoolSet.Calls).GroupBy(row => row.Cell))
        {
            string what = cell.First()["what"]!;
            bool isArray = what.EndsWith(']');
            foreach ((string rival, double promised, string words) in isArray
                ? [(ArrayRivals.Shared.Name, 0.75, "0.75 × ArrayPool.Shared"), Third()]
                : new[] { Third() })
            {
                Row ours = cell.First(row => row.Contestant
                    is ArrayRivals.Ours or ListRivals.Ours or PlainObjects.OursName);
                Row theirs = cell.First(row => row.Contestant == rival);
                double ratio = ours.CenterNs / theirs.CenterNs;
                table.AddRow(what, theirs.Runtime, words, Figures.Fixed(ratio, 3),
                    Figures.Fixed(ours.LowNs / theirs.HighNs, 3),
                    Figures.Fixed(ours.HighNs / theirs.LowNs, 3), ratio <= promised ? "yes" : "**no**");
            }
        }

        return table.AddFootnote(
            "Measured is the ratio of the medians of the table above; at least and at most take the ends of "
            + "both intervals.");

        static (string, double, string) Third() =>
            (PlainObjects.MicrosoftName, 1.0 / 3, "1/3 × " + PlainObjects.MicrosoftName);
    }
}

using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Pools;

namespace Doppel.Benchmarks.Pools;

/// <summary>What a rent and a return cost one thread when nobody else is there.</summary>
internal static class BareSection
{
    public static void Run(SuiteRun run)
    {
        // Not the huge lists that were used to verify: what is large lies in another tier.
        ListRivals.Drain();
        ArrayPairBenchmarks.Sizes = PoolSet.Sizes(run.IsShort);
        List<Row> rows =
        [
            .. run.Benchmark<ArrayPairBenchmarks>()
                .Select(static row => InCell(row, PoolSet.Array((int)row.Number("Size")))),
            .. run.Benchmark<ListPairBenchmarks>().Select(row => InCell(row, PoolSet.List)),
            .. run.Benchmark<ObjectPairBenchmarks>().Select(row => InCell(row, PoolSet.Object)),
        ];
        rows.AddRange(run.BenchmarkAot("pools"));
        run.Add(ResultTable.Of("Bare rent and return of one object, one thread", rows,
            "The floor is one field of the thread with no bound, no sizes and no way to give anything back; it "
            + "is not judged. By a `using`, ours notices a second end and a use after the end; an owner of "
            + "`MemoryPool` does so too, and the talk's wrapper does not: of a copy it gives one list to two, so it "
            + "is not judged. Each rent and return is a method of its own, in the words of a program, and each array "
            + "is touched once; the loop and the call are in the time of all."));
        run.Add(Ratios(rows));
    }

    private static Row InCell(Row row, string what)
    {
        bool isUsing = row.Contestant
            is Usings.MemoryPoolName or Usings.SeedName or ArrayRivals.OursLease or ListRivals.OursLease;
        return row with { Parameters = PoolSet.Cell(what, isUsing ? PoolSet.Using : PoolSet.Calls) };
    }

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
                    Figures.Fixed(ours.HighNs / theirs.LowNs, 3), Figures.YesNo(ratio <= promised));
            }
        }

        return table.AddFootnote(
            "Measured is the ratio of the medians of the table above; at least and at most take the ends of "
            + "both intervals.");

        static (string, double, string) Third() =>
            (PlainObjects.MicrosoftName, 1.0 / 3, "1/3 × " + PlainObjects.MicrosoftName);
    }
}

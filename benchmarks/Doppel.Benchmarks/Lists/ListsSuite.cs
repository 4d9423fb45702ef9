using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Lists;

/// <summary>The talk's pools of lists and string builders against making new ones: source 0.</summary>
internal sealed class ListsSuite : ISuite
{
    public string Name => "lists";

    public string Question =>
        "Does a pool of lists or string builders beat new ones, for one and for two of them at a time?";

    public void Verify()
    {
        foreach (int lists in new[] { 1, 2 })
        {
            foreach ((string name, Func<int> run) in new ListBenchmarks { Lists = lists }.All())
            {
                // Thrice: a list that comes back must come empty.
                VerifyException.UnlessEqual((6 * lists, 6 * lists, 6 * lists), (run(), run(), run()), name);
            }
        }

        foreach (int parts in new[] { 6, 200 })
        {
            string expected = string.Concat(Enumerable.Repeat("0123456789", parts));
            foreach ((string name, Func<string> run) in new TextBenchmarks { Parts = parts }.All())
            {
                VerifyException.UnlessEqual((expected, expected, expected), (run(), run(), run()), name);
            }
        }
    }

    public void Run(SuiteRun run)
    {
        IReadOnlyList<Row> rows = [.. run.Benchmark<ListBenchmarks>(), .. run.BenchmarkAot(Name)];
        foreach (string lists in new[] { "1", "2" })
        {
            IReadOnlyList<Row> of = [.. rows.Where(row => row["Lists"] == lists)];
            run.Add(ResultTable.Of(
                lists == "1" ? "One list with six items" : "Two lists with six items each",
                [.. of, .. PublishedLists.Rows.Where(row => row["Lists"] == lists)],
                $"{ListBenchmarks.BytesOfNewList} B are a list and its arrays for four and then eight "
                + "references; the slides' figures are of another machine."));
        }

        run.Add(Bars("Time for one and two lists, JIT", "time", AxisUnit.Time, rows, row => row.CenterNs));
        run.Add(Bars(
            "Allocated for one and two lists, JIT", "allocated", AxisUnit.Bytes, rows,
            row => row.AllocatedBytes ?? double.NaN));
        run.Add(ResultTable.Of("A string made of parts of ten characters",
            [.. run.Benchmark<TextBenchmarks>(), .. run.BenchmarkAot("strings")],
            "What pools allocate here is the string itself."));
        run.Note("""
            The slides do not show their program; the pool is rebuilt from the slides and the published source. It
            has one list for each thread and a `ConcurrentBag` behind it, so the second list of a thread goes to the
            bag: that is why the published pool is slower than `new` for two lists on the older runtimes. A short
            run has fewer iterations, all cells.
            """);
    }

    private static BarPlot Bars(
        string title, string yTitle, AxisUnit unit, IReadOnlyList<Row> rows, Func<Row, double> value) => new(
        title, ["1 list", "2 lists"],
        [.. rows.Where(row => row.Runtime == Machine.Runtime).GroupBy(row => row.Contestant)
            .Select(group => new PlotSeries(
            group.Key, [.. group.Select(row => new PlotPoint(row["Lists"] == "1" ? 0 : 1, value(row)))])
        {
            IsOurs = group.First().Role == Role.Ours,
        })])
        {
            YTitle = yTitle,
            YUnit = unit,
        };
}

using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Stack;

/// <summary>The talk's comparison of lists with memory on the stack.</summary>
internal sealed class StackSuite : ISuite
{
    /// <summary>Numbers of items of this run.</summary>
    public static IEnumerable<int> Cells => BenchContext.Cells([16, 256, 4096], [16, 64, 256, 1024, 4096]);

    public string Name => "stack";

    public string Question => "What does a list for a moment cost, and what do the stack and pools save?";

    public void Verify()
    {
        foreach (int items in (int[])[16, 4096])
        {
            int expected = items * (items - 1) / 2;
            var lists = new ListBenchmark { items = items };
            var spans = new SpanBenchmark { items = items };
            foreach (Func<int> contestant in (Func<int>[])
                [lists.WithoutCapacity, lists.WithCapacity, lists.ObjectPool, lists.Ours, spans.StackAlloc,
                spans.NewArray, spans.ArrayPoolShared, spans.Ours, spans.OurLease])
            {
                VerifyException.UnlessEqual(expected, contestant(), contestant.Method.Name);
            }
        }
    }

    public void Run(SuiteRun run)
    {
        IReadOnlyList<Row> lists = run.Benchmark<ListBenchmark>();
        run.Add(ResultTable.Of("Lists", [.. lists, Published("List with capacity", 1601.2, 11.79, 1120),
            Published("List without capacity", 1675.1, 6.06, 2272)],
            "Published rows are the talk's, .NET 6 on its own machine; it does not say how many items there were. Its"
            + " 1,120 and 2,272 bytes are those of 256 numbers and of an enumerator on the heap, 40 bytes."));
        IReadOnlyList<Row> spans = run.Benchmark<SpanBenchmark>();
        run.Add(ResultTable.Of("Memory of a known length", [.. spans, Published("stackalloc", 275.7, 2.61, 0)],
            "`stackalloc` is no rival: it cannot leave its method, and its length has to be bounded to some KiB or the"
            + " process ends. Within that it is the cheapest, though not free: it is filled with zeros."));
        run.Add(new LinePlot("Items for a moment", PlotSeries.Over("items", [.. lists, .. spans]))
        {
            XTitle = "items",
            YTitle = "time",
            XScale = AxisScale.Log2,
            YScale = AxisScale.Log10,
            YUnit = AxisUnit.Time,
        });
    }

    private static Row Published(string contestant, double meanNs, double errorNs, double bytes) => new()
    {
        Contestant = contestant + ", the talk",
        Role = Role.Published,
        Runtime = ".NET 6",
        Parameters = [new Parameter("items", "256")],
        CenterNs = meanNs,
        LowNs = meanNs - errorNs,
        HighNs = meanNs + errorNs,
        MedianNs = meanNs,
        AllocatedBytes = bytes,
    };
}

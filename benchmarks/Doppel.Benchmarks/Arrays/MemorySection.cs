using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Plots;
using Doppel.Benchmarks.Pools;

namespace Doppel.Benchmarks.Arrays;

/// <summary>Heap and resident memory over time, and when they come back after a burst.</summary>
internal sealed class MemorySection(SuiteRun run)
{
    private const string Collecting = "collecting";
    private const string Quiet = "quiet";

    private const int BurstBytes =
        MemoryScript.BurstThreads * MemoryScript.BurstEach * MemoryScript.BurstLength * sizeof(int);

    private static readonly string[] s_pools = ["new", "shared", "create", "ours-1", "ours-30"];

    public void Run()
    {
        // Shared lets go of a thread's arrays after 30 s and of the others after 60 s, a few at each gen 2
        // collection.
        int seconds = run.Pick(6, 100);
        run.Log($"memory over time: {2 * s_pools.Length} processes, {seconds} s after a burst");
        List<MemoryChild> children = [];
        try
        {
            foreach (string mode in new[] { Collecting, Quiet })
            {
                children.AddRange(s_pools.Select(pool => new MemoryChild(pool, mode, seconds)));
            }

            var samples = children.ToDictionary(child => (child.Name, child.Mode), child => child.Finish());
            Report(samples, seconds);
        }
        finally
        {
            foreach (MemoryChild child in children)
            {
                child.Dispose();
            }
        }
    }

    private void Report(Dictionary<(string Pool, string Mode), IReadOnlyList<MemorySample>> samples, int seconds)
    {
        var table = new ResultTable(
            $"After a burst of {MemoryScript.BurstThreads} threads with {MemoryScript.BurstEach} arrays of 1 MiB each",
            new Column("pool"), new Column("bound"), new Column("out at once"), new Column("held at once"),
            new Column("half of that gone after"), new Column("all gone after"), new Column($"held after {seconds} s"),
            new Column("resident at most"), new Column($"resident after {seconds} s"),
            new Column($"resident after {seconds} s without collections"));
        foreach (string pool in s_pools)
        {
            IReadOnlyList<MemorySample> collecting = samples[(pool, Collecting)];
            MemorySample[] held = [.. collecting.Where(sample => sample.HeldBytes is not null)];
            (string name, string bound) = NameAndBound(pool);
            table.AddRow(
                name, bound, Figures.Bytes(BurstBytes), Figures.Bytes(held[0].HeldBytes!.Value),
                After(held, held[0].HeldBytes!.Value / 2, seconds), After(held, 0, seconds),
                Figures.Bytes(held[^1].HeldBytes!.Value),
                Figures.Bytes(collecting.Max(sample => sample.ResidentBytes)),
                Figures.Bytes(collecting[^1].ResidentBytes), Figures.Bytes(samples[(pool, Quiet)][^1].ResidentBytes));
        }

        run.Add(table.AddFootnote(
            "Each pool in a process of its own: a second of the article's program, the burst, then nothing; "
            + "the 64 threads live on. A full collection is made each second, so that a pool that waits for one "
            + "has it; the last column is of a second process in which none is made: there nothing can leave the "
            + "process, whatever a pool lets go. Held is counted from outside, by weak references. "
            + OverIdle(samples)));
        foreach (string mode in new[] { Collecting, Quiet })
        {
            string words = mode == Collecting ? "a full collection each second" : "no collection";
            run.Add(Plot($"Heap over time, {words}", "managed heap, MiB", mode, samples, sample => sample.HeapBytes));
            run.Add(Plot($"Resident memory over time, {words}", "resident, MiB", mode, samples,
                sample => sample.ResidentBytes));
        }
    }

    private static string OverIdle(Dictionary<(string Pool, string Mode), IReadOnlyList<MemorySample>> samples)
    {
        IReadOnlyList<MemorySample> ours = samples[("ours-1", Collecting)];
        bool isBounded = ours.All(sample => sample.HeldBytes is null or <= 0
            || sample.HeldBytes <= new Pooling.PoolOptions().BytesMax);
        return isBounded ? "Ours was never seen above its bound." : "**Ours was seen above its bound.**";
    }

    private static string After(MemorySample[] held, long bytes, int seconds)
    {
        if (held[0].HeldBytes <= bytes)
        {
            return "0 s";
        }

        int index = Array.FindIndex(held, sample => sample.HeldBytes <= bytes);
        return index < 0 ? $"not within {seconds} s" : $"{Figures.Fixed(held[index].Time.TotalSeconds, 1)} s";
    }

    private static LinePlot Plot(
        string title, string yTitle, string mode,
        Dictionary<(string Pool, string Mode), IReadOnlyList<MemorySample>> samples,
        Func<MemorySample, double> value) => new(
        title,
        [.. s_pools.Select(pool => new PlotSeries(
            NameAndBound(pool).Name,
            [.. Thinned(samples[(pool, mode)]).Select(s => new PlotPoint(s.Time.TotalSeconds, value(s) / (1 << 20)))])
        {
            IsOurs = pool.StartsWith("ours", StringComparison.Ordinal),
        })])
        {
            XTitle = "seconds after the burst",
            YTitle = yTitle,
        };

    // The first seconds whole, then one sample in ten.
    private static IEnumerable<MemorySample> Thinned(IReadOnlyList<MemorySample> samples) =>
        samples.Where((sample, i) => sample.Time < TimeSpan.FromSeconds(8) || i % 10 == 0);

    private static (string Name, string Bound) NameAndBound(string pool)
    {
        Lender lender = MemoryScript.Pool(pool);
        lender.Close?.Invoke();
        return (lender.Name, lender.Bound);
    }
}

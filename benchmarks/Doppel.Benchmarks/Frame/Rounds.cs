using System.Diagnostics;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Frame;

/// <summary>Own rounds in turn, for whole searches, servers and other work that takes its own threads.</summary>
internal static class Rounds
{
    /// <summary>See <see cref="SuiteRun.Measure"/>.</summary>
    public static IReadOnlyList<Row> Measure(
        IReadOnlyList<Contestant> contestants, IReadOnlyList<Parameter> parameters, int rounds)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(rounds, 1);
        List<Sample>[] samples = [.. contestants.Select(_ => new List<Sample>(rounds))];
        for (int round = -1; round < rounds; round++)
        {
            for (int turn = 0; turn < contestants.Count; turn++)
            {
                // Who comes first changes, so that nobody always follows the same one.
                int k = (turn + round + 1) % contestants.Count;
                Sample sample = Once(contestants[k]);
                if (round >= 0)
                {
                    samples[k].Add(sample);
                }
            }
        }

        return [.. contestants.Select((contestant, k) => ToRow(contestant, parameters, samples[k]))];
    }

    private static Sample Once(Contestant contestant)
    {
        contestant.Prepare?.Invoke();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        long bytes = GC.GetTotalAllocatedBytes(precise: true);
        int gen0 = GC.CollectionCount(0);
        int gen1 = GC.CollectionCount(1);
        int gen2 = GC.CollectionCount(2);
        TimeSpan pause = GC.GetTotalPauseDuration();
        long start = Stopwatch.GetTimestamp();
        double operations = contestant.Work();
        TimeSpan time = Stopwatch.GetElapsedTime(start);
        return new Sample(
            time.TotalNanoseconds / operations,
            (GC.GetTotalPauseDuration() - pause).TotalNanoseconds / operations,
            (GC.GetTotalAllocatedBytes(precise: true) - bytes) / operations,
            // A collection of an older generation counts as one of each younger, too.
            (GC.CollectionCount(0) - gen0) * 1000 / operations,
            (GC.CollectionCount(1) - gen1) * 1000 / operations,
            (GC.CollectionCount(2) - gen2) * 1000 / operations,
            contestant.Finish?.Invoke());
    }

    private static Row ToRow(Contestant contestant, IReadOnlyList<Parameter> parameters, List<Sample> samples)
    {
        double[] times = [.. samples.Select(sample => sample.Ns)];
        (double low, double high) = Statistics.MedianInterval(times);
        double median = Statistics.Median(times);
        return new Row
        {
            Contestant = contestant.Name,
            Role = contestant.Role,
            Parameters = parameters,
            Runtime = Machine.Runtime,
            CenterNs = median,
            LowNs = low,
            HighNs = high,
            MedianNs = median,
            AllocatedBytes = samples.Average(sample => sample.Bytes),
            Gen0 = samples.Average(sample => sample.Gen0),
            Gen1 = samples.Average(sample => sample.Gen1),
            Gen2 = samples.Average(sample => sample.Gen2),
            PauseNs = samples.Average(sample => sample.PauseNs),
            HeldBytes = samples.Max(sample => sample.HeldBytes),
        };
    }

    private readonly record struct Sample(
        double Ns, double PauseNs, double Bytes, double Gen0, double Gen1, double Gen2, double? HeldBytes);
}

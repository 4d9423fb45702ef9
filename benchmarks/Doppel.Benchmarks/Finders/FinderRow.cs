using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Finders;

/// <summary>What one finder took on one tree.</summary>
/// <param name="Time">Its time.</param>
/// <param name="PeakBytes">Resident memory, the highest peak of all runs.</param>
internal sealed record FinderRow(Row Time, long PeakBytes)
{
    public static FinderRow Of(Finder finder, Parameter[] cell, List<FinderRun> runs)
    {
        double[] samples = [.. runs.Select(one => one.Seconds * 1e9)];
        (double low, double high) = Statistics.MedianInterval(samples);
        double median = Statistics.Median(samples);
        return new FinderRow(
            new Row
            {
                Contestant = finder.Name,
                Role = finder.Role,
                Parameters = cell,
                CenterNs = median,
                LowNs = low,
                HighNs = high,
                MedianNs = median,
            },
            runs.Max(one => one.PeakBytes));
    }
}

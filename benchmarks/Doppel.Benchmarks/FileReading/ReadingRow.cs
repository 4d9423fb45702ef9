using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.FileReading;

/// <summary>What one way took on one tree, also as a ratio to the engine's way in the same round.</summary>
/// <param name="Way">The way.</param>
/// <param name="Seconds">The median.</param>
/// <param name="Ratio">The median of the rounds' ratios of time.</param>
/// <param name="Low">The lower end of its 99 % interval.</param>
/// <param name="High">The upper end.</param>
/// <param name="ProcessorRatio">The median of the rounds' ratios of processor time.</param>
/// <param name="Waits">The median of waits.</param>
/// <param name="Requests">The median of requests to the device.</param>
internal sealed record ReadingRow(
    ReadingWay Way, double Seconds, double Ratio, double Low, double High, double ProcessorRatio, double Waits,
    double Requests)
{
    public static ReadingRow Of(ReadingWay way, ReadingTurn[] turns, ReadingTurn[] today)
    {
        double[] ratios = [.. turns.Zip(today, (one, other) => one.Seconds / other.Seconds)];
        (double low, double high) = Statistics.MedianInterval(ratios);
        return new ReadingRow(
            way, Median(turns, one => one.Seconds), Statistics.Median(ratios), low, high,
            Statistics.Median([.. turns.Zip(today, (one, other) => one.ProcessorSeconds / other.ProcessorSeconds)]),
            Median(turns, one => one.Waits), Median(turns, one => one.Requests));
    }

    private static double Median(ReadingTurn[] turns, Func<ReadingTurn, double> value) =>
        Statistics.Median([.. turns.Select(value)]);
}

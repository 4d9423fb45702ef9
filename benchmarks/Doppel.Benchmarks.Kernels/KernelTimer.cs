using System.Diagnostics;

namespace Doppel.Benchmarks.Kernels;

/// <summary>
/// Times kernels in turn: each round gives every kernel one slice, so that what disturbs, disturbs all.
/// </summary>
public static class KernelTimer
{
    private static long s_sink;

    /// <summary>Times all kernels.</summary>
    /// <param name="kernels">What to time.</param>
    /// <param name="rounds">Slices of each kernel, after 2 to warm up.</param>
    /// <param name="slice">The least time of one slice.</param>
    /// <param name="runtime">What to put in <see cref="Row.Runtime"/>.</param>
    public static IReadOnlyList<Row> Time(IReadOnlyList<Kernel> kernels, int rounds, TimeSpan slice, string runtime)
    {
        long[] operations = [.. kernels.Select(kernel => Calibrate(kernel, slice))];
        var samples = new double[kernels.Count][];
        var allocated = new double[kernels.Count];
        for (int k = 0; k < kernels.Count; k++)
        {
            samples[k] = new double[rounds];
        }

        for (int round = -2; round < rounds; round++)
        {
            for (int k = 0; k < kernels.Count; k++)
            {
                long bytes = GC.GetAllocatedBytesForCurrentThread();
                double ns = Slice(kernels[k], operations[k]).TotalNanoseconds / operations[k];
                if (round >= 0)
                {
                    samples[k][round] = ns;
                    allocated[k] += (double)(GC.GetAllocatedBytesForCurrentThread() - bytes) / operations[k] / rounds;
                }
            }
        }

        return [.. kernels.Select((kernel, k) => ToRow(kernel, samples[k], allocated[k], runtime))];
    }

    private static Row ToRow(Kernel kernel, double[] samples, double allocated, string runtime)
    {
        (double low, double high) = Statistics.MedianInterval(samples);
        double median = Statistics.Median(samples);
        return new Row
        {
            Contestant = kernel.Contestant,
            Role = kernel.Role,
            Parameters = kernel.Parameters,
            Runtime = runtime,
            CenterNs = median,
            LowNs = low,
            HighNs = high,
            MedianNs = median,
            AllocatedBytes = Math.Round(allocated, 1),
        };
    }

    private static long Calibrate(Kernel kernel, TimeSpan slice)
    {
        // What only the first call pays, such as loading a library, is no measure.
        Slice(kernel, 1);
        for (long operations = 1; ; operations *= 2)
        {
            if (Slice(kernel, operations) >= slice && Slice(kernel, operations) >= slice)
            {
                return operations;
            }
        }
    }

    private static TimeSpan Slice(Kernel kernel, long operations)
    {
        long start = Stopwatch.GetTimestamp();
        s_sink += kernel.Loop(operations);
        return Stopwatch.GetElapsedTime(start);
    }
}

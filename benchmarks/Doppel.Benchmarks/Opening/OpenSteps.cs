using System.Diagnostics;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Opening;

/// <summary>
/// Times opening, reading and closing apart: many files are opened, then all read, then all closed.
/// </summary>
internal static class OpenSteps
{
    private static readonly string[] s_steps = ["open", "read", "close", "all three"];

    /// <summary>Goes through all files once.</summary>
    /// <param name="opener">How.</param>
    /// <param name="files">How many files.</param>
    /// <param name="nanoseconds">Takes the times of the three steps, for one file.</param>
    /// <returns>The sum of the files' first bytes.</returns>
    public static long Pass(FileOpener opener, int files, Span<double> nanoseconds)
    {
        long open = 0;
        long read = 0;
        long close = 0;
        long sum = 0;
        for (int first = 0; first < files; first += FileOpener.OpenMax)
        {
            int count = Math.Min(FileOpener.OpenMax, files - first);
            long start = Stopwatch.GetTimestamp();
            opener.Open(first, count);
            long opened = Stopwatch.GetTimestamp();
            sum += opener.Read(count);
            long done = Stopwatch.GetTimestamp();
            opener.Close(count);
            open += opened - start;
            read += done - opened;
            close += Stopwatch.GetTimestamp() - done;
        }

        double tick = 1e9 / Stopwatch.Frequency / files;
        nanoseconds[0] = open * tick;
        nanoseconds[1] = read * tick;
        nanoseconds[2] = close * tick;
        nanoseconds[3] = (open + read + close) * tick;
        return sum;
    }

    /// <summary>Measures all openers in turns.</summary>
    /// <param name="openers">Who.</param>
    /// <param name="files">How many files each goes through.</param>
    /// <param name="rounds">How often, after one round to warm up.</param>
    public static IReadOnlyList<Row> Measure(IReadOnlyList<FileOpener> openers, int files, int rounds)
    {
        var samples = new double[openers.Count, s_steps.Length][];
        double[] allocated = new double[openers.Count];
        Span<double> times = stackalloc double[4];
        for (int round = -1; round < rounds; round++)
        {
            for (int turn = 0; turn < openers.Count; turn++)
            {
                int k = (turn + round + 1) % openers.Count;
                long bytes = GC.GetAllocatedBytesForCurrentThread();
                Pass(openers[k], files, times);
                allocated[k] = (double)(GC.GetAllocatedBytesForCurrentThread() - bytes) / files;
                for (int step = 0; round >= 0 && step < s_steps.Length; step++)
                {
                    (samples[k, step] ??= new double[rounds])[round] = times[step];
                }
            }
        }

        return [.. s_steps.SelectMany((name, step) => openers.Select((opener, k) =>
            ToRow(opener, name, samples[k, step], name == s_steps[^1] ? allocated[k] : null)))];
    }

    private static Row ToRow(FileOpener opener, string step, double[] samples, double? allocated)
    {
        (double low, double high) = Statistics.MedianInterval(samples);
        double median = Statistics.Median(samples);
        return new Row
        {
            Contestant = opener.Name,
            Role = opener.Role,
            Parameters = [new Parameter("step", step)],
            Runtime = Machine.Runtime,
            CenterNs = median,
            LowNs = low,
            HighNs = high,
            MedianNs = median,
            AllocatedBytes = allocated,
        };
    }
}

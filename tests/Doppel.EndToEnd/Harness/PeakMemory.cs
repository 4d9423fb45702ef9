using System.Diagnostics;
using System.Globalization;

namespace Doppel.EndToEnd.Harness;

/// <summary>The most resident memory of a process. It only grows; what it was last is the peak.</summary>
internal static class PeakMemory
{
    private const int RunsMax = 5;

    // What ends sooner may not have been seen at its peak.
    private static readonly TimeSpan s_least = TimeSpan.FromMilliseconds(200);

    /// <summary>Runs a program to its end, which must be a success, and returns its peak.</summary>
    /// <remarks>If it ends quickly, it is run several times.</remarks>
    internal static long Of(ProcessStart start)
    {
        long peak = 0;
        TimeSpan took = TimeSpan.Zero;
        for (int run = 0; took < s_least && run < RunsMax; run++)
        {
            long began = Stopwatch.GetTimestamp();
            using ChildProcess child = ChildProcess.Start(start);
            bool hasEnded = SpinWait.SpinUntil(
                () =>
                {
                    peak = Math.Max(peak, ResidentMost(child.Id));
                    return !child.Runs;
                },
                start.TimeLimit);
            Assert.True(hasEnded);
            child.WaitForEnd().MustSucceed();
            took = Stopwatch.GetElapsedTime(began);
        }

        return peak;
    }

    private static long ResidentMost(int id)
    {
        const string Name = "VmHWM:";
        try
        {
            string? line = File.ReadLines($"/proc/{id}/status").FirstOrDefault(
                static one => one.StartsWith(Name, StringComparison.Ordinal));
            return line is null ? 0 : 1024 * long.Parse(line[Name.Length..^"kB".Length], CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            // It has just ended.
            return 0;
        }
    }
}

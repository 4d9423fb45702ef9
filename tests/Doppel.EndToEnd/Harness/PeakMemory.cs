using System.Globalization;

namespace Doppel.EndToEnd.Harness;

/// <summary>The most resident memory of a process. It only grows; what it was last is the peak.</summary>
internal static class PeakMemory
{
    /// <summary>Runs a program to its end, which must be a success, and returns its peak.</summary>
    internal static long Of(ProcessStart start)
    {
        using ChildProcess child = ChildProcess.Start(start);
        long peak = 0;
        bool hasEnded = SpinWait.SpinUntil(
            () =>
            {
                peak = Math.Max(peak, ResidentMost(child.Id));
                return !child.Runs;
            },
            start.TimeLimit);
        Assert.True(hasEnded);
        child.WaitForEnd().MustSucceed();
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
